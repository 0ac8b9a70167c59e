package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The end of a run: holding slow workers back, and copies of tasks that others are slow with. */
class TailTest {

  private static FarmModel farm(int tasks, double... seconds) {
    return new FarmModel(1, 0, tasks, new int[seconds.length], seconds);
  }

  @Test
  void nobodyWaitsForASlowWorkerThatIsHeldBack() {
    // Ten tasks: the fast worker does one a second, the slow one takes a hundred.
    assertThat(FarmSimulation.run(farm(10, 1, 100)).makespan()).isEqualTo(100);
    assertThat(FarmSimulation.run(farm(10, 1, 100).holdBack(1.01)).makespan()).isEqualTo(10);
    assertThat(FarmSimulation.run(farm(10, 100, 1).holdBack(1.01)).makespan()).isEqualTo(10);
    // With enough tasks it has its part in them.
    assertThat(FarmSimulation.run(farm(1000, 1, 100).holdBack(1.01)).tasksOf()[1]).isEqualTo(9);
  }

  @Test
  void aCopyOvertakesASlowWorker() {
    var outcome = FarmSimulation.run(farm(10, 1, 100).tailCopies(true));
    assertThat(outcome.makespan()).isEqualTo(10); // nine of its own, then a copy of the slow one's
    assertThat(FarmSimulation.run(farm(10, 1, 1).tailCopies(true)).makespan()).isEqualTo(5);
  }

  @Test
  void aCopyOvertakesAWorkerThatHasStalled() {
    var stalled = new Timeline(new double[] {0, 0.5, 1000}, new double[] {1, 0, 1});
    var model = farm(10, 1, 1).hostSpeed(1, stalled);
    assertThat(FarmSimulation.run(model).makespan()).isGreaterThan(1000);
    assertThat(FarmSimulation.run(model.tailCopies(true)).makespan()).isLessThan(15);
  }

  @Test
  void everyTaskIsCountedOnceWhateverHappens() {
    for (int seed = 0; seed < 2000; seed++) {
      var random = new Random(seed);
      int clusters = random.nextInt(1, 4);
      int workers = random.nextInt(1, 7);
      int tasks = random.nextInt(1, 60);
      var clusterOf = new int[workers];
      var seconds = new double[workers];
      Arrays.setAll(clusterOf, w -> random.nextInt(clusters));
      Arrays.setAll(seconds, w -> random.nextInt(1, 20));
      var model =
          new FarmModel(clusters, 0, tasks, clusterOf, seconds)
              .volumes(random.nextInt(3), random.nextInt(5))
              .topology(random.nextBoolean(), random.nextBoolean())
              .prefetch(random.nextInt(3))
              .masterSeconds(random.nextInt(2) * 0.1)
              .work(new ServiceDistribution.Exponential(), seed)
              .holdBack(random.nextInt(2) * random.nextDouble())
              .tailCopies(random.nextBoolean());
      for (int c = 1; c < clusters; c++) {
        model.route(
            c, model.addGap(random.nextInt(1, 9), random.nextDouble(), random.nextBoolean()));
        model.gateway(c, random.nextInt(1, 5), random.nextInt(1, 4));
      }
      for (int w = 0; w < workers; w++) {
        if (random.nextInt(3) == 0) {
          model.lease(random.nextInt(10)).hostDown(w, Intervals.random(random, 30, 10, 5000));
        }
      }
      // The pool refuses to count more results than tasks; the run ends when all are counted.
      var outcome = FarmSimulation.run(model);
      assertThat(outcome.makespan()).as("seed %d", seed).isFinite();
      assertThat(Arrays.stream(outcome.tasksOf()).sum())
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(tasks);
    }
  }
}
