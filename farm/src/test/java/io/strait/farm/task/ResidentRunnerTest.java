package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.farm.file.FarmFile;
import io.strait.kind.code.TaskCode;
import io.strait.model.text.Document;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that stay compute tasks; those that misbehave are replaced. */
@Tag("real")
@Timeout(60)
final class ResidentRunnerTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("strait.root"), "examples", "resident-python");

  /** Reads a request and does what its task says. */
  private static final String WORKER =
      """
      import os, struct, sys, time
      out = sys.stdout.buffer
      def reply(status, task, body):
          out.write(struct.pack(">IBi", 5 + len(body), status, task) + body)
          out.flush()
      while head := sys.stdin.buffer.read(4):
          request = sys.stdin.buffer.read(struct.unpack(">I", head)[0])
          kind, task, attempt = struct.unpack(">Bii", request[:9])
          print("task", task, file=sys.stderr, flush=True)
          match task:
              case 1: reply(1, task, b"no luck")
              case 2: sys.exit(7)
              case 3: print("hello", flush=True)
              case 4: out.write(struct.pack(">IBi", 5, 9, task)); out.flush()
              case 5: time.sleep(60)
              case 6: reply(0, 99, b"")
              case 7: out.write(b"\\0\\0\\0\\x50half"); out.flush(); sys.exit(0)
              case 8: reply(0, task, b""); sys.exit(0)
              case 9: reply(0, task, request[9:] * 3)
              case _: reply(0, task, b"%d %d %d" % (os.getpid(), attempt, len(request) - 9))
      """;

  @TempDir Path folder;

  @BeforeAll
  static void python() {
    var path = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    assumeTrue(Stream.of(path).anyMatch(p -> Files.isExecutable(Path.of(p, "python3"))));
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (var left = Files.list(Files.createDirectories(folder.resolve("scratch")))) {
      assertThat(left).isEmpty();
    }
  }

  private TaskRunner open(TaskSpec spec) {
    return TaskRunners.open(
        TaskSpec.decode(spec.encode()),
        1,
        folder.resolve("scratch"),
        getClass().getClassLoader(),
        System.getLogger("test"));
  }

  private TaskRunner open(String line, @Nullable Duration limit) throws IOException {
    Files.writeString(folder.resolve("worker.py"), WORKER);
    var code = new TaskCode.Resident(line, limit, 2, List.of("worker.py"));
    return open(TaskSpec.of(Specs.app(100, code), folder));
  }

  @Test
  void theExample() throws Exception {
    var app = FarmFile.read(Document.read(EXAMPLE.resolve("app.yaml")));
    var spec = TaskSpec.of(app, EXAMPLE);
    var sum = Reducers.of(spec, Reducers.class.getClassLoader()).orElseThrow();
    try (var runner = open(spec)) {
      for (int task = 0; task < 5; task++) {
        sum.add(runner.run(task, 1, spec.input(task)));
      }
    }
    double pi = ByteBuffer.wrap(sum.result()).order(ByteOrder.LITTLE_ENDIAN).getDouble() / 5;
    assertThat(pi).isBetween(3.12, 3.16);
  }

  @Test
  void misbehaviour() throws Exception {
    try (var runner = open("exec python3 worker.py", Duration.ofSeconds(3))) {
      var first = run(runner, 20);
      assertThat(first).endsWith(" 1 6");
      assertThat(run(runner, 21)).isEqualTo(first);
      var unlucky = failure(runner, 1);
      assertThat(unlucky).hasMessage("no luck");
      assertThat(run(runner, 22)).as("a failed task costs no process").isEqualTo(first);
      var dead = failure(runner, 2);
      assertThat(dead).hasMessage("the process ended with exit code 7 before it answered");
      assertThat(dead.output()).endsWith("task 22\ntask 2\n");
      assertThat(run(runner, 23)).isNotEqualTo(first);
      assertThat(failure(runner, 3)).hasMessageContaining("garbage").hasMessageContaining("'hell'");
      assertThat(failure(runner, 4)).hasMessageContaining("status 9");
      assertThat(failure(runner, 6)).hasMessageContaining("answered for task 99");
      assertThat(failure(runner, 7)).hasMessageContaining("ends after 4 bytes of a frame of 80");
      assertThat(run(runner, 8)).isEmpty();
      Thread.sleep(500); // it leaves
      assertThat(run(runner, 24)).endsWith(" 1 6");
      var silent = failure(runner, 5);
      assertThat(silent).hasMessageContaining("did not answer within the time limit of 3 s");
      assertThat(silent.output()).isEqualTo("task 24\ntask 5\n");
      assertThat(run(runner, 25)).endsWith(" 1 6");
    }
  }

  /** Neither side blocks the other, however much goes both ways. */
  @Test
  void muchData() throws Exception {
    var input = new byte[5 << 20];
    new Random(1).nextBytes(input);
    try (var runner = open("python3 worker.py", null)) {
      assertThat(runner.run(9, 1, input)).hasSize(15 << 20).startsWith(input);
    }
  }

  @Test
  void processesThatCannotRun() throws Exception {
    try (var runner = open("no-such-program-here", null)) {
      var failure = failure(runner, 20);
      assertThat(failure).hasMessageContaining("exit code 127");
      assertThat(failure.output()).contains("no-such-program-here");
    }
  }

  private static String run(TaskRunner runner, int task) throws Exception {
    return new String(
        runner.run(task, 1, "abcdef".getBytes(StandardCharsets.US_ASCII)), StandardCharsets.UTF_8);
  }

  private static TaskFailure failure(TaskRunner runner, int task) {
    var failure = catchThrowableOfType(TaskFailure.class, () -> runner.run(task, 1, new byte[0]));
    assertThat(failure).isNotNull();
    return failure;
  }

  /** Whatever the bytes are, the decoder answers, ends, or says what is wrong. */
  @Test
  void frames() throws IOException {
    var random = new Random(3);
    int right = 0;
    for (int i = 0; i < 20_000; i++) {
      var bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      if (bytes.length > 5 && random.nextBoolean()) {
        ByteBuffer.wrap(bytes).putInt(random.nextInt(45)).put((byte) random.nextInt(3));
      }
      try {
        Frames.Reply reply = Frames.readReply(new ByteArrayInputStream(bytes), 30);
        assertThat(reply == null).isEqualTo(bytes.length == 0);
        right += reply == null ? 0 : 1;
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(right).isGreaterThan(1000);
  }
}
