package io.strait.view.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How numbers stand in sentences. */
class ShowTest {
  @Test
  void timesAreNotBroken() {
    assertThat(Show.unbroken("done in 9 h 52 min, 40 of 100 tasks").replace('\u00a0', '_'))
        .isEqualTo("done in 9_h_52_min, 40 of 100 tasks");
    assertThat(Show.unbroken("85 % of 2 d 3 h; 8.1 s left.").replace('\u00a0', '_'))
        .isEqualTo("85_% of 2_d_3_h; 8.1_s left.");
    assertThat(Show.unbroken("5 steps, 3 hosts, 4 tasks/s")).doesNotContain("\u00a0");
  }
}
