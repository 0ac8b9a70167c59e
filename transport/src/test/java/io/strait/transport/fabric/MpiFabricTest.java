package io.strait.transport.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Real processes, started by the real mpirun of each library. */
@Tag("real")
@Timeout(200)
class MpiFabricTest {
  @TempDir Path folder;

  /** Every contract with one of the libraries, in turns; with all libraries if there is time. */
  static Stream<Arguments> contracts() {
    var cases = new ArrayList<Arguments>();
    boolean all = Boolean.getBoolean("strait.fabric.all");
    int turn = 0;
    for (var contract : Contract.values()) {
      for (int i = 0; i < MpiLibrary.values().length; i++) {
        if (all || i == turn % MpiLibrary.values().length) {
          cases.add(Arguments.of(MpiLibrary.values()[i], contract));
        }
      }
      turn++;
    }
    return cases.stream();
  }

  private MpiRun.Outcome run(MpiLibrary library, int ranks, String... args) throws Exception {
    MpiRun.assumeInstalled(library);
    var output = folder.resolve("output");
    var job = MpiRun.start(library, ranks, output, ContractRank.class, List.of(args));
    return MpiRun.end(job, output);
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void holdsTheContract(MpiLibrary library, Contract contract) throws Exception {
    int ranks = contract == Contract.TOGETHER || contract == Contract.RANDOM ? 3 : 2;
    var outcome = run(library, ranks, "7", contract.name());
    assertThat(outcome.said()).contains("rank 0 of %d holds it over %s".formatted(ranks, library));
    assertThat(outcome.code()).isZero();
  }

  @ParameterizedTest
  @EnumSource(MpiLibrary.class)
  void aRankThatFailsEndsTheJob(MpiLibrary library) throws Exception {
    var outcome = run(library, 2, "7", "FAIL");
    assertThat(outcome.said()).contains("rank 1 of the MPI job failed: out of luck");
    assertThat(outcome.code()).isNotZero();
  }

  @Test
  void knowsWhoStartedIt() {
    var both = Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_LOCAL_SIZE", "3");
    assertThat(MpiLibrary.OPEN_MPI.localRanks(both)).isEqualTo(3);
    assertThat(MpiLibrary.MPICH.localRanks(both)).isEqualTo(1);
    assertThatThrownBy(() -> MpiLibrary.choose(Map.of("STRAIT_MPI", "lam", "PMI_RANK", "0")))
        .hasMessage("STRAIT_MPI is lam, expected openmpi or mpich");
    if (!MpiLibrary.MPICH.isInstalled()) {
      assertThatThrownBy(() -> MpiLibrary.choose(Map.of("PMI_RANK", "0")))
          .hasMessageContaining("libmpich.so.12 cannot be loaded");
    } else {
      assertThat(MpiLibrary.choose(Map.of("PMI_RANK", "0"))).isEqualTo(MpiLibrary.MPICH);
      assertThat(MpiLibrary.choose(Map.of("STRAIT_MPI", "mpich"))).isEqualTo(MpiLibrary.MPICH);
    }
  }
}
