package io.strait.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said again, and when. */
class RepeatsTest {
  private static final long SECOND = 1_000_000_000L;
  private final Repeats repeats = new Repeats();

  @Test
  void whoTriesAgainAndAgainIsHeardOfEverMoreSparsely() {
    var said = new ArrayList<Integer>();
    for (int second = 0; second < 1_000; second += 10) {
      if (repeats.isDue("a", second * SECOND)) {
        said.add(second);
      }
    }
    assertThat(said).isEqualTo(List.of(0, 60, 180, 420, 900));
    assertThat(repeats.isDue("b", 1_000 * SECOND)).isTrue();
  }

  @Test
  void whatIsKnownStaysBounded() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(repeats.isDue("" + i, 0)).isTrue();
    }
    assertThat(repeats.isDue("0", 0)).isFalse();
    assertThat(repeats.isDue("one more", 0)).isTrue();
    assertThat(repeats.isDue("0", 0)).isTrue(); // forgotten
  }
}
