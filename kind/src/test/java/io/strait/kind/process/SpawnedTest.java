package io.strait.kind.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands without input do alike whoever starts them, and leave nothing behind. */
@Tag("real")
@Timeout(120)
final class SpawnedTest {
  private static final String[] LINES = {
    "true",
    "false",
    "exit 7",
    "no-such-program here",
    "/",
    "cat",
    "pwd",
    "env pwd",
    "sh -c 'echo out; echo err >&2; exit 3'",
    "head -c 300000 /dev/zero",
    "printenv STRAIT_TASK",
    "printenv STRAIT_TOKEN",
    "printenv PWD",
    "printenv HOME",
    "./script 'a b'",
    "ls /proc/self/fd"
  };

  private final Sessions sessions = new Sessions(System.getLogger("test"));
  @TempDir Path folder;

  @AfterEach
  void close() {
    sessions.close();
  }

  private record Seen(int exit, String out, String err) {}

  private Seen run(String line, boolean input) throws Exception {
    var from = input ? ProcessBuilder.Redirect.PIPE : Sessions.NO_INPUT;
    var process =
        sessions.start(line, folder.toRealPath(), Map.of("STRAIT_TASK", "5"), from, false);
    process.getOutputStream().close();
    var out = new Captured(process.getInputStream(), 1 << 20, () -> {});
    var err = new Captured(process.getErrorStream(), 0, () -> {});
    process.waitFor();
    sessions.end(process);
    assertThat(out.await(60_000)).isTrue();
    assertThat(err.await(60_000)).isTrue();
    return new Seen(process.exitValue(), new String(out.all(), StandardCharsets.UTF_8), err.end());
  }

  /** With a pipe for its input a command is started by Java and a shell. */
  @Test
  void asJavaAndShell() throws Exception {
    var script = folder.resolve("script");
    Files.writeString(script, "echo \"without a first line: $1\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    for (var line : LINES) {
      assertThat(run(line, false)).as(line).isEqualTo(run(line, true));
    }
  }

  /** Only a shell says that what it started was killed; the code says so, too. */
  @Test
  void killed() throws Exception {
    assertThat(run("sh -c 'kill -9 $$'", false)).isEqualTo(new Seen(137, "", ""));
  }

  @Test
  void groupEnds() throws Exception {
    var process =
        sessions.start("sleep 900 & echo $!; sleep 901", folder, Map.of(), Sessions.NO_INPUT, true);
    var out = process.inputReader();
    var child = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    assertThat(process.waitFor(1, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(process.isAlive()).isTrue();
    sessions.end(process);
    assertThat(process.exitValue()).isEqualTo(137);
    child.onExit().get(60, TimeUnit.SECONDS);
    assertThat(out.readLine()).isNull();
    out.close();
    sessions.end(process); // nothing is left to be ended
  }

  /** Numbers of processes and descriptors are given back. */
  @Test
  void severalAtOnce() throws Exception {
    var done = new AtomicInteger();
    var threads = new Thread[4];
    long before = descriptors();
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int k = 0; k < 50; k++) {
                        var seen = run("sh -c 'echo " + k + "'", false);
                        if (seen.equals(new Seen(0, k + "\n", ""))) {
                          done.incrementAndGet();
                        }
                      }
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  });
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(done).hasValue(200);
    assertThat(descriptors()).isLessThan(before + 20);
    assertThat(ProcessHandle.current().children().filter(p -> !p.isAlive())).isEmpty();
  }

  /** Starts commands in a process that has fewer and fewer descriptors left. */
  static final class Scarce {
    private Scarce() {}

    public static void main(String[] args) throws Exception {
      int good = 0;
      try (var sessions = new Sessions(System.getLogger("test"))) {
        var taken = new ArrayList<FileInputStream>();
        for (boolean failed = false; !failed; ) {
          try {
            var process =
                sessions.start(
                    "sh -c 'echo err >&2; echo out'",
                    Path.of("/"),
                    Map.of(),
                    Sessions.NO_INPUT,
                    false);
            try (var output = process.inputReader();
                var errors = process.errorReader()) {
              var seen = output.readLine() + output.readLine() + errors.readLine();
              System.out.println(seen.equals("outnullerr") ? "good" : "wrong: " + seen);
            }
            sessions.end(process);
            good++;
            taken.add(new FileInputStream("/dev/null"));
          } catch (IOException e) {
            failed = true; // no descriptor is left
          }
        }
        for (var each : taken) {
          each.close();
        }
      }
      System.out.println(good > 3 ? "several" : "only " + good);
    }
  }

  /** What a command says of errors never becomes part of its output. */
  @Test
  void withFewDescriptors() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n 60; exec \"$@\"",
                "sh",
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Scarce.class.getName())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
    assertThat(said.distinct()).containsExactlyInAnyOrder("good", "several");
  }

  private static long descriptors() throws Exception {
    if (!Files.isDirectory(Path.of("/proc/self/fd"))) {
      return 0;
    }
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }
}
