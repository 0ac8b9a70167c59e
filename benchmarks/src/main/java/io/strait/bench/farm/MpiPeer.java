package io.strait.bench.farm;

import io.strait.bench.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A farm over Open MPI, a program of ours in C that is compiled when the benchmark runs: a master
 * and one worker, who wait busily; while a message of tasks is worked on, the next is on its way.
 * What little a message can cost, without TLS, without anything being kept for the case of a
 * failure.
 */
final class MpiPeer implements FarmUnderTest {
  private static final Path SOURCE = Path.of("benchmarks/src/main/c/farm.c");
  private static final Path PROGRAM = Program.FOLDER.resolve("farm-mpi");
  private static final List<String> START =
      List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "-np", "2", "--mca", "btl");

  /** How the processes exchange messages, and how many tasks are in one. */
  enum Transport {
    MEMORY("self,vader", 1_000_000, 1, 500),
    TCP("self,tcp", 50_000, 1, 200),
    BATCH("self,vader", 10_000_000, 100, 0);

    private final String layers;
    private final int noopTasks;
    private final int batch;
    private final int bulkTasks;

    Transport(String layers, int noopTasks, int batch, int bulkTasks) {
      this.layers = layers;
      this.noopTasks = noopTasks;
      this.batch = batch;
      this.bulkTasks = bulkTasks;
    }
  }

  private final Transport transport;

  private MpiPeer(Transport transport) {
    this.transport = transport;
  }

  /** Nothing where it cannot be had. */
  static @Nullable MpiPeer find(Transport transport) {
    var compiler = List.of("mpicc", "-O2", SOURCE.toString());
    return Command.compile(PROGRAM, compiler, "openmpi-bin", "libopenmpi-dev", "gcc", "libc6-dev")
        ? new MpiPeer(transport)
        : null;
  }

  @Override
  public String name() {
    return "mpi-" + transport.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String setting() {
    return "2 processes, tasks per message: " + transport.batch;
  }

  @Override
  public double noopRate() {
    int tasks = transport.noopTasks;
    return tasks / run("rate", tasks, transport.batch).number("seconds");
  }

  @Override
  public Latency latency() {
    if (transport.batch > 1) {
      return Latency.UNKNOWN;
    }
    var output = run("latency", LATENCY_TASKS, 1);
    return new Latency(output.number("median"), output.number("p99"));
  }

  @Override
  public double bulkRate() {
    int tasks = transport.bulkTasks;
    if (tasks == 0) {
      return Double.NaN;
    }
    return tasks / run("bulk", tasks, BULK_BYTES).number("seconds");
  }

  private Command.Output run(String what, int tasks, int size) {
    var command = new ArrayList<>(START);
    command.addAll(List.of(transport.layers, PROGRAM.toString(), what, "" + tasks, "" + size));
    var output = Command.call(command);
    if (output.status() != 0) {
      throw new IllegalStateException("mpirun failed with status " + output.status());
    }
    return output;
  }

  @Override
  public void close() {}
}
