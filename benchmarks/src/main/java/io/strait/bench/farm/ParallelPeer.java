package io.strait.bench.farm;

import io.strait.bench.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GNU parallel: a process per task, two at a time, its own start included. */
final class ParallelPeer implements FarmUnderTest {
  private static final int COMMANDS = 3_000;

  /** Starts a shell for every command: the plainest one. */
  private static final String RUN =
      "seq %d | PARALLEL_SHELL=/bin/sh parallel --will-cite -j2 -n1 true".formatted(COMMANDS);

  private ParallelPeer() {}

  /** Nothing where it cannot be had. */
  static @Nullable ParallelPeer find() {
    return Command.provide("parallel", "parallel") ? new ParallelPeer() : null;
  }

  @Override
  public String name() {
    return "parallel";
  }

  @Override
  public String setting() {
    return "-j2, sh, %,d commands".formatted(COMMANDS);
  }

  @Override
  public double commandRate() {
    long start = System.nanoTime();
    var output = Command.call(List.of("sh", "-c", RUN));
    double seconds = (System.nanoTime() - start) / 1e9;
    if (output.status() != 0) {
      throw new IllegalStateException("parallel failed with status " + output.status());
    }
    return COMMANDS / seconds;
  }

  @Override
  public void close() {}
}
