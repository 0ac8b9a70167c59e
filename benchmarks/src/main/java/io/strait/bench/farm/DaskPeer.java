package io.strait.bench.farm;

import io.strait.bench.Command;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Dask as Debian has it, two processes: one with the client and the scheduler, and a worker. All
 * tasks are submitted together, without its dashboard.
 */
final class DaskPeer implements FarmUnderTest {
  private static final String PROGRAM = "benchmarks/src/main/python/farm.py";

  /** The one whose modules Debian's packages are. */
  private static final String PYTHON = "/usr/bin/python3";

  private static final int TASKS = 2_000;
  private static final int SECONDS = 60;

  private final Program program;

  private DaskPeer(Program program) {
    this.program = program;
  }

  /** Nothing where it cannot be had. */
  static @Nullable DaskPeer find() {
    if (!isThere()) {
      Command.install("python3-distributed");
      if (!isThere()) {
        return null;
      }
    }
    var program = Program.start("dask", List.of(PYTHON, PROGRAM));
    try {
      program.answer(SECONDS);
      return new DaskPeer(program);
    } catch (RuntimeException e) {
      program.close();
      throw e;
    }
  }

  private static boolean isThere() {
    return Command.exists(PYTHON)
        && Command.call(List.of(PYTHON, "-c", "import distributed")).status() == 0;
  }

  @Override
  public String name() {
    return "dask";
  }

  @Override
  public String setting() {
    return "1 worker process, %,d tasks at once".formatted(TASKS);
  }

  @Override
  public int noopTasks() {
    return TASKS;
  }

  @Override
  public double noopRate() {
    return TASKS / program.ask("noop " + TASKS, SECONDS)[0];
  }

  @Override
  public Latency latency() {
    return Latency.of(program.ask("latency " + LATENCY_TASKS, SECONDS));
  }

  @Override
  public List<Long> processes() {
    return ProcessHandle.of(program.pid()).stream()
        .flatMap(own -> Stream.concat(Stream.of(own), own.descendants()))
        .map(ProcessHandle::pid)
        .toList();
  }

  @Override
  public void close() {
    program.close();
  }
}
