package io.strait.measure.command;

import io.strait.model.quantity.Durations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command once and takes the kernel's account of it.
 *
 * <p>Java waits for processes that it starts, and throws their accounts away. The memory that the
 * kernel notes for them is never less than Java's own, because they begin as its copies. So a shell
 * starts the command: an outer shell holds the files open, a middle one forks an inner one, which
 * stops. The middle one is killed, this process adopts the inner one, and the inner one becomes the
 * command when it may go on. The kernel then keeps the account of the command alone until it is
 * collected here. The outer shell shares the offset of standard input with the command, and tells
 * after its end how much was read.
 */
public final class CommandProbe {
  private static final String SCRIPT =
      """
      exec 5<"$1" 6>"$2" 7>&2 2>/dev/null
      shift 2
      ( (
        read -r pid name state parent rest </proc/self/stat
        echo "$pid $parent"
        kill -STOP "$pid"
        exec "$@" <&5 >&6 2>&7 5<&- 6>&- 7>&-
      ); : )
      read -r end
      """;

  private static final String NOTHING = "/dev/null";
  private static final long ADOPTION_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Adopting orphans is a setting of the whole process. */
  private static final Object ADOPTION = new Object();

  private final Command command;
  private final Kernel kernel = Kernel.linux();

  public CommandProbe(Command command) {
    this.command = command;
  }

  /**
   * Runs the command.
   *
   * @throws CommandFailure if it fails or does not end in time
   */
  public CommandRun run() throws IOException, InterruptedException, CommandFailure {
    var errors = Files.createTempFile("strait-measure", ".err");
    try {
      return run(errors);
    } finally {
      Files.deleteIfExists(errors);
    }
  }

  private CommandRun run(Path errors) throws IOException, InterruptedException, CommandFailure {
    var shell = new ProcessBuilder(words()).redirectError(errors.toFile()).start();
    try (var answer =
        new BufferedReader(
            new InputStreamReader(shell.getInputStream(), StandardCharsets.US_ASCII))) {
      @Nullable String numbers = answer.readLine();
      if (numbers == null) {
        throw new CommandFailure(command, "could not be started", LastLine.of(errors));
      }
      var pids = numbers.split(" ", 2);
      int pid = Integer.parseInt(pids[0]);
      adopt(pid, Long.parseLong(pids[1]));
      var before = Account.of(pid);
      var started = Account.Schedule.of(pid);
      try (var watch = new Watch(kernel, pid, command.timeLimit())) {
        long began = System.nanoTime();
        kernel.resume(pid);
        kernel.awaitEnd(pid);
        double seconds = (System.nanoTime() - began) * 1e-9;
        var account = Account.of(pid).minus(before);
        var ended = Account.Schedule.of(pid);
        var usage = watch.end();
        check(usage.status(), watch.isLate(), errors);
        return new CommandRun(
            seconds,
            less(usage.cpuSeconds(), started.cpuSeconds()),
            ended.queueSeconds() - started.queueSeconds(),
            account.read(),
            account.written(),
            account.diskRead(),
            account.diskWritten(),
            command.input() == null ? Double.NaN : Account.offset(shell.pid(), 5),
            size(command.output()),
            usage.memory());
      }
    } finally {
      shell.destroyForcibly().waitFor();
    }
  }

  /** What was used before the start does not count, if it is known. */
  private static double less(double seconds, double before) {
    return Double.isNaN(before) ? seconds : Math.max(0, seconds - before);
  }

  private List<String> words() {
    var words = new ArrayList<String>();
    words.addAll(List.of("/bin/sh", "-c", SCRIPT, "sh", text(command.input())));
    words.add(text(command.output()));
    words.addAll(command.words());
    return words;
  }

  private static String text(@Nullable Path file) {
    return file == null ? NOTHING : file.toString();
  }

  /** Makes a grandchild a child, by ending its parent. */
  private void adopt(int pid, long parent) throws InterruptedException {
    synchronized (ADOPTION) {
      kernel.adoptOrphans(true);
      try {
        ProcessHandle.of(parent).ifPresent(ProcessHandle::destroyForcibly);
        long began = System.nanoTime();
        while (!kernel.lead(pid)) {
          if (System.nanoTime() - began > ADOPTION_NANOS) {
            throw new IllegalStateException("process %d cannot be adopted".formatted(pid));
          }
          Thread.sleep(1);
        }
        kernel.awaitStop(pid);
      } finally {
        kernel.adoptOrphans(false);
      }
    }
  }

  private void check(int status, boolean late, Path errors) throws IOException, CommandFailure {
    int signal = status & 0x7f;
    int code = status >> 8 & 0xff;
    if (late) {
      throw new CommandFailure(
          command,
          "did not end within %s (see --time-limit)".formatted(Durations.text(command.timeLimit())),
          LastLine.of(errors));
    }
    if (signal != 0) {
      throw new CommandFailure(command, "was ended by signal " + signal, LastLine.of(errors));
    }
    if (code != 0) {
      throw new CommandFailure(command, "ended with exit code " + code, LastLine.of(errors));
    }
  }

  private static double size(@Nullable Path output) throws IOException {
    return output == null || !Files.isRegularFile(output) ? Double.NaN : Files.size(output);
  }
}
