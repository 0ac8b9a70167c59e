package io.strait.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every target reads what it should, what once was a bug, and what Jazzer makes of it. */
@Tag("real")
final class FuzzTest {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int RUNS = 8_000;
  private static final int SECONDS = 8;

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> targetsReadTheirSeedsAndWhatOnceWasABug() {
    var tests = new ArrayList<DynamicTest>();
    for (var target : FuzzTarget.all()) {
      tests.add(
          DynamicTest.dynamicTest(
              target.name(),
              () -> {
                for (var seed : target.seeds()) {
                  assertTimeoutPreemptively(LONGEST, () -> target.run(seed));
                }
                for (var file : target.kept()) {
                  var input = Files.readAllBytes(file);
                  assertTimeoutPreemptively(LONGEST, () -> target.run(input), file::toString);
                }
              }));
    }
    assertThat(tests).hasSizeGreaterThan(5);
    return tests;
  }

  @Test
  void jazzerFindsNothingInAFewSeconds() throws IOException, InterruptedException {
    var outcome = new Jazzer(folder).lookAtAll(RUNS, SECONDS);
    for (var found : outcome.found()) {
      var input = Files.readAllBytes(found);
      if (input.length == 0) {
        continue; // none was tried yet: what went wrong, the exit code and the log say
      }
      var target = AllTargets.target(input);
      var kept = Files.createDirectories(target.folder()).resolve(found.getFileName());
      Files.write(kept, AllTargets.rest(input));
      fail("%s fails at %s:%n%s", target.name(), kept, outcome.shortLog());
    }
    assertThat(outcome.exitCode()).as(outcome.shortLog()).isZero();
    assertThat(outcome.runs()).isPositive();
  }
}
