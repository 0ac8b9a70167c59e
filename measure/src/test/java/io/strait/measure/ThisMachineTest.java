package io.strait.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Role;
import org.junit.jupiter.api.Test;

class ThisMachineTest {
  @Test
  void thisMachineIsAMasterAndAWorkerPerCore() {
    var grid = ThisMachine.grid();
    var hosts = grid.clusters().getFirst().hosts();
    assertThat(hosts.getFirst().role()).isEqualTo(Role.MASTER);
    assertThat(hosts.getLast().size()).isEqualTo(Runtime.getRuntime().availableProcessors());
    // Anything that runs this test does between a tenth and a thousand Gflop/s per core.
    assertThat(hosts.getLast().speed().flopPerSecond()).isBetween(1e8, 1e12);
  }
}
