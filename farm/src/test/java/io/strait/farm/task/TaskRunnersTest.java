package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strait.kind.code.TaskCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Classes and commands compute tasks, and nothing of them is left behind. */
@Tag("real")
@Timeout(60)
final class TaskRunnersTest {
  private static final System.Logger LOG = System.getLogger("test");

  @TempDir Path folder;

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (var left = Files.list(Files.createDirectories(folder.resolve("scratch")))) {
      assertThat(left).isEmpty();
    }
  }

  private TaskRunner open(TaskSpec spec, int most) {
    var sent = TaskSpec.decode(spec.encode());
    return TaskRunners.open(
        sent, 2, folder.resolve("scratch"), getClass().getClassLoader(), LOG, most);
  }

  private TaskRunner open(TaskCode code) {
    return open(TaskSpec.of(Specs.app(10, code), folder), TaskRunners.MOST_RESULT);
  }

  private static TaskCode.Command limited(String line, Duration limit) {
    return new TaskCode.Command(line, limit, 2, List.of(), null, null);
  }

  private static String run(TaskRunner runner, int task) throws Exception {
    return new String(runner.run(task, 1, new byte[0]), StandardCharsets.UTF_8);
  }

  private static TaskFailure failure(TaskRunner runner) {
    var failure = catchThrowableOfType(TaskFailure.class, () -> runner.run(3, 1, new byte[0]));
    assertThat(failure).isNotNull();
    return failure;
  }

  /** A farm for these tests. */
  public static final class Tricky implements Farm {
    @Override
    public byte[] input(int task) {
      return new byte[] {(byte) task};
    }

    @Override
    public byte[] compute(int task, byte[] input) throws Exception {
      return switch (task) {
        case 0 -> input;
        case 1 -> throw new IllegalStateException("no luck");
        case 2 -> new byte[deep(0)];
        case 3 -> new byte[Integer.MAX_VALUE];
        default -> {
          Thread.sleep(60_000);
          yield input;
        }
      };
    }

    private static int deep(int n) {
      return deep(n + 1) + 1;
    }
  }

  /** No farm. */
  public static final class Other {}

  @Test
  void classes() throws Exception {
    var spec = TaskSpec.of(Specs.app(5, new TaskCode.JavaClass(Tricky.class.getName())), folder);
    assertThat(spec.input(3)).containsExactly(3);
    try (var runner = open(spec, 100)) {
      assertThat(runner.run(0, 1, new byte[] {7})).containsExactly(7);
      var failure = catchThrowableOfType(TaskFailure.class, () -> runner.run(1, 1, new byte[0]));
      assertThat(failure).hasMessage("java.lang.IllegalStateException: no luck");
      assertThat(failure.output()).contains("TaskRunnersTest$Tricky.compute");
      assertThatThrownBy(() -> runner.run(2, 1, new byte[0]))
          .isInstanceOf(TaskFailure.class)
          .hasMessageContaining("StackOverflowError");
      assertThatThrownBy(() -> runner.run(3, 1, new byte[0]))
          .isInstanceOf(TaskFailure.class)
          .hasMessageContaining("OutOfMemoryError");
      assertThat(interrupted(runner, 4)).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void classesThatAreNotThere() {
    for (var name : List.of("no.such.Farm", Other.class.getName())) {
      var code = new TaskCode.JavaClass(name);
      assertThatThrownBy(() -> open(code)).hasMessageContaining("class '" + name + "'");
      var spec =
          new TaskSpec(
              1,
              code,
              io.strait.farm.file.Reduction.NONE,
              io.strait.model.Element.DOUBLE,
              List.of(),
              List.of(),
              null);
      assertThatThrownBy(() -> open(spec, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("class '" + name + "'");
    }
  }

  @Test
  void commands() throws Exception {
    Files.writeString(folder.resolve("hello.sh"), "echo \"hello $1 $STRAIT_TASK $STRAIT_ATTEMPT\"");
    assertThat(folder.resolve("hello.sh").toFile().setExecutable(true)).isTrue();
    var files = List.of("hello.sh");
    var code =
        new TaskCode.Command(
            "cat; sh ./hello.sh {id}/{tasks}; test -x hello.sh; ls -A; chmod 0 .",
            null,
            2,
            files,
            null,
            null);
    try (var runner = open(code)) {
      assertThat(run(runner, 4)).isEqualTo("hello 4/10 4 1\nhello.sh\n");
    }
  }

  @Test
  void parametersArriveAsTheyAre() throws Exception {
    var nasty =
        List.of(
            "two words",
            "it's",
            "\"",
            "$(echo evil)",
            "`echo evil`",
            "a;b",
            "",
            "*",
            "\\",
            "x\ny",
            "-n",
            "if",
            "7",
            "#no",
            "~",
            "ä{id}");
    var table = new StringBuilder("a,second\n");
    for (var value : nasty) {
      table.append('"').append(value.replace("\"", "\"\"")).append("\",5\n");
    }
    Files.writeString(folder.resolve("table.csv"), table);
    var code =
        new TaskCode.Command(
            "printf '%s|' {a} x{a} {second}>'{id}.txt'; echo $(( {second} + 1 ))>>'{id}.txt'",
            null, 2, List.of(), "table.csv", "{id}.txt");
    var spec = TaskSpec.of(Specs.app(nasty.size(), code), folder);
    try (var runner = open(spec, 1000)) {
      for (int task = 0; task < nasty.size(); task++) {
        var value = nasty.get(task);
        assertThat(new String(runner.run(task, 1, spec.input(task)), StandardCharsets.UTF_8))
            .isEqualTo(value + "|x" + value + "|5|6\n");
      }
      assertThatThrownBy(() -> runner.run(0, 1, new byte[] {5})).isInstanceOf(TaskFailure.class);
    }
  }

  @Test
  void failingCommands() {
    try (var runner = open(new TaskCode.Command("echo out; echo broken >&2; exit 3"))) {
      var failure = failure(runner);
      assertThat(failure).hasMessage("the command ended with exit code 3");
      assertThat(failure.output()).isEqualTo("broken\n");
    }
    try (var runner = open(new TaskCode.Command("no-such-command-here"))) {
      assertThat(failure(runner).output()).contains("no-such-command-here");
    }
    var leaves = new TaskCode.Command("echo hm", null, 2, List.of(), null, "strip{id}.png");
    try (var runner = open(leaves)) {
      var failure = failure(runner);
      assertThat(failure).hasMessage("the command left no file 'strip3.png'");
      assertThat(failure.output()).isEqualTo("hm\n");
    }
  }

  /** Everything that a command started ends with it, at its limit, on interrupt and at its end. */
  @Test
  void grandchildrenAreKilled() throws Exception {
    var pids = folder.resolve("pids");
    var spawn =
        "(sleep 70 & echo $! >>%1$s; (sleep 71 & echo $! >>%1$s; wait) & wait) & echo $! >>%1$s; "
            .formatted(pids);
    var escape = "setsid sleep 72 & echo $! >>%s; sleep 0.3; ".formatted(pids);
    try (var runner = open(limited(spawn + escape + "sleep 73", Duration.ofMillis(700)))) {
      assertThat(failure(runner)).hasMessageContaining("time limit of 0.7 s");
      allEnded(pids, 4);
    }
    try (var runner = open(new TaskCode.Command(spawn + "sleep 73"))) {
      assertThat(interrupted(runner, 1)).isInstanceOf(InterruptedException.class);
      allEnded(pids, 3);
    }
    try (var runner = open(new TaskCode.Command(spawn + "sleep 0.2; echo done"))) {
      assertThat(run(runner, 1)).isEqualTo("done\n");
      allEnded(pids, 3);
    }
    var closing = open(new TaskCode.Command(spawn + "sleep 73"));
    var thread = Thread.ofPlatform().start(() -> failure(closing));
    Thread.sleep(500);
    closing.close();
    thread.join();
    allEnded(pids, 3);
  }

  private static Throwable interrupted(TaskRunner runner, int task) throws InterruptedException {
    var thrown = new AtomicReference<Throwable>();
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    runner.run(task, 1, new byte[0]);
                  } catch (Exception e) {
                    thrown.set(e);
                  }
                });
    Thread.sleep(500);
    thread.interrupt();
    thread.join();
    return thrown.get();
  }

  private static void allEnded(Path pids, int count) throws Exception {
    var lines = Files.readAllLines(pids);
    Files.delete(pids);
    assertThat(lines).hasSize(count);
    for (var line : lines) {
      assertThat(Specs.ends(Long.parseLong(line.strip()))).as(line).isTrue();
    }
  }

  @Test
  void muchOutput() throws Exception {
    try (var runner = open(new TaskCode.Command("yes | head -c 1G >&2; echo fine"))) {
      assertThat(run(runner, 0)).isEqualTo("fine\n");
    }
    var spec = TaskSpec.of(Specs.app(10, new TaskCode.Command("yes | head -c 1G")), folder);
    try (var runner = open(spec, 10 << 20)) {
      assertThat(failure(runner)).hasMessageContaining("printed more than 10485760 bytes");
    }
    var failing = new TaskCode.Command("yes | head -c 100M >&2; echo end >&2; exit 1");
    try (var runner = open(failing)) {
      assertThat(failure(runner).output()).hasSize(64 << 10).endsWith("y\nend\n");
    }
    try (var runner = open(new TaskCode.Command("yes | head -c 20M"))) {
      byte[] result = runner.run(0, 1, new byte[0]);
      assertThat(result).hasSize(20 << 20);
      for (int i = 0; i < result.length; i++) {
        if (result[i] != (i % 2 == 0 ? 'y' : '\n')) {
          throw new AssertionError("byte " + i);
        }
      }
    }
    var slow = "i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done";
    var expected = IntStream.range(0, 3000).mapToObj(i -> i + "\n").collect(Collectors.joining());
    try (var runner = open(new TaskCode.Command(slow))) {
      assertThat(run(runner, 0)).isEqualTo(expected);
    }
  }

  /** What leaves the session on its own cannot be found any more, but holds nobody up. */
  @Test
  void daemons() throws Exception {
    try (var runner = open(new TaskCode.Command("setsid sleep 4 & sleep 0.2; echo hi"))) {
      assertThat(run(runner, 0)).isEqualTo("hi\n");
    }
  }

  /** Prints what a task costs; machines differ. */
  @Test
  void speed() throws Exception {
    if (!Boolean.getBoolean("strait.measure")) {
      return;
    }
    try (var runner = open(new TaskCode.Command("true"))) {
      for (int repeat = 0; repeat < 3; repeat++) {
        long start = System.nanoTime();
        for (int i = 0; i < 200; i++) {
          run(runner, i);
        }
        System.err.printf("a command takes %.2f ms%n", (System.nanoTime() - start) / 200e6);
      }
    }
  }

  @Test
  void severalAtATime() throws Exception {
    try (var runner = open(new TaskCode.Command("sleep 0.05; echo {id}"))) {
      var threads = new ArrayList<Thread>();
      var wrong = new AtomicReference<Throwable>();
      for (int t = 0; t < 4; t++) {
        int first = t;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        for (int task = first; task < 40; task += 4) {
                          assertThat(run(runner, task)).isEqualTo(task + "\n");
                        }
                      } catch (Throwable e) {
                        wrong.set(e);
                      }
                    }));
      }
      for (var thread : threads) {
        thread.join();
      }
      assertThat(wrong.get()).isNull();
    }
  }
}
