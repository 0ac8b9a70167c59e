package io.strait.measure.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real commands. What other programs on the machine can change has wide bounds. */
@Tag("real")
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class CommandProbeTest {
  private static final String LOOP = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
  private static final int SIZE = 1_234_567;

  @TempDir private Path folder;

  @Test
  void aLoopComputesAndASleepWaits() throws Exception {
    var loop = run("sh", "-c", LOOP);
    assertThat(loop.cpuSeconds()).isBetween(0.01, loop.seconds() + 0.02);
    assertThat(loop.cpuSeconds() + loop.waitSeconds()).isLessThanOrEqualTo(loop.seconds() + 0.02);
    var sleep = run("sleep", "0.3");
    assertThat(sleep.seconds()).isBetween(0.29, 30.0);
    assertThat(sleep.cpuSeconds()).isLessThan(0.1);
    assertThat(sleep.waitSeconds()).isGreaterThan(0.2);
    assertThat(loop.cpu()).isGreaterThan(sleep.cpu());
    // A loop that waits stands in the queue for a core; nothing else keeps it.
    if (!Double.isNaN(loop.queueSeconds())) {
      assertThat(loop.cpuSeconds() + loop.queueSeconds())
          .isBetween(0.5 * loop.seconds() - 0.05, loop.seconds() + 0.05);
    }
  }

  @Test
  void everyByteOfStandardInputAndOutputCounts() throws Exception {
    var input = input();
    var output = folder.resolve("out put");
    var cat = new CommandProbe(command(input, output, "cat")).run();
    assertThat(cat.input()).isEqualTo(SIZE);
    assertThat(cat.output()).isEqualTo(SIZE);
    assertThat(cat.written()).isEqualTo(SIZE);
    assertThat(cat.read()).isBetween((double) SIZE, SIZE + 100_000.0);
    assertThat(output).hasSameBinaryContentAs(input);

    var head = new CommandProbe(command(input, output, "head", "-c", "1000")).run();
    assertThat(head.input()).isEqualTo(1000);
    assertThat(head.output()).isEqualTo(1000);
    assertThat(head.written()).isEqualTo(1000);
  }

  @Test
  void withoutFilesThereIsNothingToReadAndOutputIsThrownAway() throws Exception {
    var run = run("sh", "-c", "cat; echo 12345");
    assertThat(run.input()).isNaN();
    assertThat(run.output()).isNaN();
    assertThat(run.written()).isEqualTo(6);
  }

  @Test
  void childrenCount() throws Exception {
    var run = run("sh", "-c", "yes | head -c 100000000 > /dev/null");
    assertThat(run.cpuSeconds()).isGreaterThan(0.002);
    assertThat(run.read()).isBetween(1e8, 1.01e8);
    assertThat(run.written()).isGreaterThan(1e8);
    // The loop runs in a grandchild.
    assertThat(run("sh", "-c", "(sh -c '" + LOOP + "'; :); :").cpuSeconds()).isGreaterThan(0.01);
  }

  /** This process has far more memory, and the command begins as its descendant. */
  @Test
  void memoryIsTheCommandsOwn() throws Exception {
    assertThat(run("sleep", "0").memory()).isBetween(1e5, 2e7);
    var large = run("dd", "if=/dev/zero", "of=/dev/null", "bs=64M", "count=1");
    assertThat(large.memory()).isBetween(6.4e7, 9e7);
  }

  @Test
  void argumentsStayAsTheyAre() throws Exception {
    var output = folder.resolve("out");
    var words = List.of("printf", "%s|", "a b", "$HOME", "'\"\\", "*", "", "-- x", "ä€");
    new CommandProbe(new Command(words, null, output, Duration.ofMinutes(1))).run();
    assertThat(output).hasContent("a b|$HOME|'\"\\|*||-- x|ä€|");
    var line = new Command(words, null, null, Duration.ofMinutes(1)).line();
    new CommandProbe(command(null, output, "sh", "-c", line)).run();
    assertThat(output).hasContent("a b|$HOME|'\"\\|*||-- x|ä€|");
  }

  @Test
  void whatFailsIsSaidInOneLine() {
    assertThatThrownBy(() -> run("sh", "-c", "echo first >&2; echo last words >&2; exit 7"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(
            "`sh -c 'echo first >&2; echo last words >&2; exit 7'` ended with exit code 7: last"
                + " words");
    assertThatThrownBy(() -> run("sh", "-c", "kill -9 $$"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("`sh -c 'kill -9 $$'` was ended by signal 9");
  }

  @Test
  void whatDoesNotEndIsEndedWithItsChildren() throws Exception {
    var pids = folder.resolve("pids");
    var script = "echo $$ > %s; sleep 1000 & echo $! >> %<s; echo hm >&2; wait".formatted(pids);
    var command = new Command(List.of("sh", "-c", script), null, null, Duration.ofMillis(500));
    assertThatThrownBy(() -> new CommandProbe(command).run())
        .isInstanceOf(CommandFailure.class)
        .hasMessageEndingWith("did not end within 0.5 s (see --time-limit): hm");
    assertGone(pids, 2);
  }

  @Test
  void whatIsLeftInTheBackgroundIsEnded() throws Exception {
    var pids = folder.resolve("pids");
    var run = run("sh", "-c", "sleep 1000 & echo $! > " + pids);
    assertThat(run.seconds()).isLessThan(100);
    assertGone(pids, 1);
  }

  private static void assertGone(Path pids, int count) throws Exception {
    var lines = Files.readAllLines(pids);
    assertThat(lines).hasSize(count);
    for (var line : lines) {
      var stat = Path.of("/proc", line, "stat");
      for (int i = 0; i < 200 && Files.exists(stat) && !isZombie(stat); i++) {
        Thread.sleep(50);
      }
      assertThat(!Files.exists(stat) || isZombie(stat)).as("process %s", line).isTrue();
    }
  }

  private static boolean isZombie(Path stat) {
    try {
      return Files.readString(stat).contains(") Z ");
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void whatCannotBeStartedIsRefused() throws IOException {
    wrong("the command 'no-such-program' does not exist", null, null, "no-such-program");
    wrong("the command './none' does not exist", null, null, "./none");
    wrong("may not be executed", null, null, input().toString());
    wrong("cannot be read", folder.resolve("none"), null, "cat");
    wrong("cannot be read", folder, null, "cat");
    wrong("is input and output", input(), input(), "cat");
    assertThatThrownBy(() -> command(null, null)).hasMessageContaining("no command given");
  }

  private static void wrong(String message, Path input, Path output, String... words) {
    assertThatThrownBy(() -> command(input, output, words).check())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  private Path input() throws IOException {
    var file = folder.resolve("in put");
    var bytes = new byte[SIZE];
    new Random(1).nextBytes(bytes);
    return Files.write(file, bytes);
  }

  private static CommandRun run(String... words) throws Exception {
    return new CommandProbe(command(null, null, words)).run();
  }

  private static Command command(Path input, Path output, String... words) {
    return new Command(List.of(words), input, output, Duration.ofMinutes(1));
  }
}
