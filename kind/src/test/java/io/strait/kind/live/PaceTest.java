package io.strait.kind.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void aSteadyPaceIsSureOfItsEnd() {
    var pace = new Pace(10);
    for (int second = 0; second <= 40; second++) {
      pace.note(second, 5 * second);
    }
    assertThat(pace.perSecond()).isCloseTo(5, within(1e-9));
    assertThat(pace.left(100)).isEqualTo(new Pace.Span(20, 20, 20));
    assertThat(pace.left(0)).isEqualTo(new Pace.Span(0, 0, 0));
  }

  @Test
  void beforeAnythingIsDoneTheEndIsNotKnown() {
    var pace = new Pace(10);
    pace.note(0, 0);
    pace.note(5, 0);
    assertThat(pace.left(10).usual()).isInfinite();
    assertThat(pace.quiet()).isEqualTo(5);
  }

  @Test
  void aChangeShowsWithinSomeMemories() {
    var pace = new Pace(10);
    double done = 0;
    for (int second = 0; second < 100; second++) {
      done += second < 50 ? 10 : 2;
      pace.note(second, done);
    }
    assertThat(pace.perSecond()).isCloseTo(2, within(0.1));
  }

  /** What comes by chance, as results of tasks do: intervals hold what they claim. */
  @Test
  void intervalsHoldNineOfTenEnds() {
    int held = 0;
    int all = 400;
    for (int seed = 0; seed < all; seed++) {
      var random = new Random(seed);
      var pace = new Pace(15);
      double done = 0;
      int second = 0;
      for (; second < 60; second++) {
        done += poisson(random, 8);
        pace.note(second, done);
      }
      var left = pace.left(600);
      double todo = 600;
      int took = 0;
      while (todo > 0) {
        todo -= poisson(random, 8);
        took++;
      }
      held += took >= left.least() - 1 && took <= left.most() + 1 ? 1 : 0;
    }
    assertThat(held / (double) all).isGreaterThan(0.9);
  }

  private static int poisson(Random random, double mean) {
    double limit = Math.exp(-mean);
    double product = random.nextDouble();
    int count = 0;
    while (product > limit) {
      product *= random.nextDouble();
      count++;
    }
    return count;
  }
}
