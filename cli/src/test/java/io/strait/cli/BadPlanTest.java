package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plan files of farms that do not fit their grid: neither rehearsals nor runs take them. */
final class BadPlanTest {
  @TempDir Path folder;
  private Path plan = Path.of("");
  private String good = "";

  @BeforeEach
  void rightPlan() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadInputs.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadInputs.GOOD_APP);
    plan = folder.resolve(BadInputs.PLAN);
    var run = CommandLineRun.of("plan", folder.toString(), "-o", plan.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    good = Files.readString(plan);
  }

  @Test
  void aPlanAsItWasWrittenIsRehearsed() {
    assertThat(CommandLineRun.of("simulate", plan.toString()).exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "1e30"})
  void aDeadlineThatIsNone(String seconds) throws IOException {
    Files.writeString(
        plan,
        good.replaceFirst("\n( *)master_cluster: left\n", "$0$1deadline_s: " + seconds + "\n"));
    var run = CommandLineRun.of("simulate", plan.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run.err()).contains("deadline_s is", "expected seconds above 0, at most 3155760000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          workers: [l1, l2] | workers: [l1, l1]    | the worker 'l1' is given twice, expected every worker once
          workers: [l1, l2] | workers: [l1, front] | the worker 'front' is role: master, expected role: any or worker
          workers: [l1, l2] | workers: [l1, l3]    | the worker 'l3' is not in the grid, expected a host of cluster left
          workers: [l1, l2] | workers: [l1, l01]   | the worker 'l01' is not in the grid, expected a host of cluster left
          workers: [l1, l2] | workers: [l1, r2]    | the worker 'r2' is in cluster right, expected a host of cluster left
          master: front     | master: r1           | the master 'r1' is in cluster right, expected a host of cluster left
          master: front     | master: nobody       | the master 'nobody' is not in the grid, expected a host of cluster left
          master: front     | master: l2           | the worker 'l2' is the plan's master, expected another host
          name: right       | name: left           | the worker 'r1' is in cluster right, expected a host of cluster left
          name: right       | name: middle         | name is 'middle', expected one of: left, right
          home: left        | home: there          | home is 'there', expected one of: left, right
          """)
  void doesNotFit(String from, String to, String words) throws IOException {
    int steps = good.indexOf("\nfarm:");
    assertThat(good.substring(steps)).contains(from);
    Files.writeString(plan, good.substring(0, steps) + good.substring(steps).replace(from, to));
    for (var line :
        List.of(
            List.of("simulate", plan.toString()),
            List.of("run", plan.toString(), "--folder", folder.resolve("run").toString()))) {
      var run = CommandLineRun.of(line.toArray(String[]::new));
      assertThat(run.err()).containsPattern("plan.yaml:\\d+:\\d+: ").contains(words);
      assertThat(run.err()).hasLineCount(1);
      assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG);
      assertThat(run.out()).isEmpty();
      assertThat(folder.resolve("run")).doesNotExist();
    }
  }
}
