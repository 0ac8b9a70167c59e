package io.strait.program.run;

import io.strait.kind.code.TaskCode;
import io.strait.kind.run.RunFailure;
import io.strait.program.run.Wiring.PartAt;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of any language that does one unit after the other. It reads from standard input, for
 * every unit, the number of bytes as eight bytes with the highest first, and then the bytes: the
 * data of its senders, one after the other. It answers on standard output in the same way. Its
 * input ends after the last unit. {@code STRAIT_PART} and {@code STRAIT_PARTS} say which part it
 * is, {@code STRAIT_FOLDER} where it may leave results.
 */
final class ResidentCode implements Code {
  private static final long MOST = Integer.MAX_VALUE - 64;

  private final TaskCode.Resident resident;
  private final Streams streams;
  private final Process process;
  private final DataOutputStream to;
  private final DataInputStream from;
  private volatile boolean isLate;

  ResidentCode(TaskCode.Resident resident, Wiring wiring, PartAt part, Path folder)
      throws IOException {
    this.resident = resident;
    this.streams = new Streams(wiring, part);
    var builder =
        new ProcessBuilder("/bin/sh", "-c", "exec " + resident.line())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    streams.describe(builder, folder);
    this.process = builder.start();
    this.to = new DataOutputStream(process.getOutputStream());
    this.from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  @Override
  public void run(Program.Unit unit) throws Exception {
    @Nullable Duration limit = resident.timeLimit();
    @Nullable CompletableFuture<?> watch = limit == null ? null : watch(limit);
    try {
      var input = streams.take(unit);
      to.writeLong(input.length);
      to.write(input);
      to.flush();
      long length = from.readLong();
      if (length < 0 || length > MOST) {
        throw new RunFailure(
            "%s answered with a length of %d, expected eight bytes with the number of bytes that follow"
                .formatted(streams.name(), length));
      }
      var answer = new byte[(int) length];
      from.readFully(answer);
      streams.send(unit, answer);
    } catch (IOException e) {
      if (limit != null && isLate) {
        throw new RunFailure(
            "%s did not answer within %d ms: %s"
                .formatted(streams.name(), limit.toMillis(), resident.line()),
            e);
      }
      throw new RunFailure(
          "%s ended in the middle: %s".formatted(streams.name(), resident.line()), e);
    } finally {
      if (watch != null) {
        watch.cancel(true);
      }
    }
  }

  /** Ends the process when the time limit of a unit is over. */
  private CompletableFuture<?> watch(Duration limit) {
    return CompletableFuture.runAsync(
        () -> {
          isLate = true;
          kill();
        },
        CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    try {
      to.close();
    } finally {
      process.destroy();
    }
  }
}
