package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A rate that is not believed too early. */
class RunPaceTest {
  @Test
  void knownAfterAWhileAndAfterEnoughTasks() {
    var pace = new RunPace();
    pace.look(4, 8, 0, 10);
    pace.look(4, 8, 15, 100);
    assertThat(pace.perSecond()).as("no two rounds yet").isZero();
    pace.look(4, 8, 16, 110);
    assertThat(pace.perSecond()).isEqualTo(0.16);
    pace.look(4, 8, 50, 210);
    assertThat(pace.perSecond()).isEqualTo(0.25);
    pace.look(5, 10, 60, 220);
    assertThat(pace.perSecond()).as("one more, so nothing is known").isZero();
    pace.look(5, 10, 160, 240);
    assertThat(pace.perSecond()).as("too soon").isZero();
    pace.look(5, 10, 180, 260);
    assertThat(pace.perSecond()).isEqualTo(3);
  }
}
