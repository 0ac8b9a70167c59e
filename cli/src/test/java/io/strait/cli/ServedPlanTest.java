package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.Kind;
import io.strait.kind.option.Options;
import io.strait.model.App;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the map of a plan says of clusters, for every kind. */
class ServedPlanTest {
  private static Map<String, String> parts(String example) {
    var files = InputFiles.find(Kinds.ALL, List.of(Path.of(CommandLineRun.example(example))));
    return parts(files.kind(), files);
  }

  private static <A extends App, P> Map<String, String> parts(Kind<A, P> kind, InputFiles files) {
    var inputs = kind.files().inputs(files.grid(), files.app());
    var planning = kind.planning(new Options(Map.of()), files.run());
    return planning.parts(inputs, planning.plan(inputs));
  }

  @Test
  void clustersOfAFarmHaveWorkers() {
    assertThat(parts("three-continents"))
        .isEqualTo(
            Map.of(
                "argentina", "3 workers, 6.31 tasks/h",
                "brazil", "5 workers, 11.2 tasks/h",
                "spain", "8 workers, 84.9 tasks/h"));
  }

  @Test
  void clustersOfAStencilHaveTheirShareOfTheDomain() {
    assertThat(parts("heat"))
        .isEqualTo(
            Map.of("east", "3 ranks, 50 % of the domain", "west", "3 ranks, 50 % of the domain"));
  }

  @Test
  void clustersOfARealignmentKeepWhatTheySend() {
    assertThat(parts("realign-unequal"))
        .isEqualTo(
            Map.of(
                "large", "4 ranks, 75 % of what they send stays",
                "middle", "3 ranks, 50 % of what they send stays",
                "small", "2 ranks, 50 % of what they send stays"));
  }

  @Test
  void clustersOfAProgramHaveItsCalculations() {
    assertThat(parts("pipeline")).isEqualTo(Map.of("here", "3 hosts: write, sort, pack"));
  }
}
