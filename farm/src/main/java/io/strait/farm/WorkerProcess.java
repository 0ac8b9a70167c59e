package io.strait.farm;

import io.strait.farm.job.FarmRunOptions;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.WorkerNode;
import io.strait.farm.wire.Links;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.run.Joining;
import io.strait.kind.run.NodeCommand;
import io.strait.kind.run.Shutdown;
import io.strait.launch.engine.TimeLimit;
import io.strait.transport.Folders;
import io.strait.transport.emulate.HostPace;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.IdentityWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait worker}: computes tasks for a master or gateway.
 *
 * @param cores tasks at a time
 * @param scratch where tasks that are commands get their folders; null for a temporary one
 * @param data where large files are, named by their checksums; null if nowhere
 * @param stay whether it waits for another run when one is over
 * @param paceNanos what a task takes on the host that is emulated; 0 if none is
 * @param limit until when it must have left, by {@link System#nanoTime}; null if there is no limit
 */
record WorkerProcess(
    int cores,
    @Nullable Path scratch,
    @Nullable Path data,
    boolean stay,
    long paceNanos,
    @Nullable Long limit,
    FarmRunOptions options)
    implements NodeCommand.Node {
  static final NodeCommand COMMAND =
      new NodeCommand(
          "worker",
          "Joins a run and computes its tasks until it is over. May join and leave at any time:"
              + " SIGTERM and Ctrl-C let it finish what has begun and leave; killing it does no"
              + " harm.",
          List.of(
              "--parent gate.example.org:7077 --parent-name spain --identity certs/worker1",
              "--parent home.example.org:7077 --identity certs/worker1 --stay",
              "--parent localhost:7077 --plaintext --cores 4"),
          List.of(
              Option.of("--cores", "N", "Tasks at a time (default: the cores of this machine)."),
              Option.of(
                  "--scratch",
                  "DIR",
                  "Where tasks that are commands get their folders (default: a temporary one)."),
              Option.of(
                  "--time-left",
                  "TIME",
                  "When this process will be ended, such as '30 min', or as Slurm says it, such as"
                      + " 1-02:30:00. The worker leaves in time: it begins no task that would take"
                      + " longer."),
              FarmRunOptions.DATA_OPTION,
              Staying.OPTION,
              FarmRunOptions.LEASE_OPTION,
              Option.hidden("--pace", "NANOS")),
          (options, identities) ->
              new WorkerProcess(
                  options.whole("--cores", Runtime.getRuntime().availableProcessors(), 1, 4096),
                  options.path("--scratch"),
                  options.path(FarmRunOptions.DATA_OPTION.name()),
                  options.has(Staying.OPTION.name()),
                  options.whole("--pace", 0),
                  limit(options.text("--time-left")),
                  FarmRunOptions.of(options)));

  /** What lies between the last task and the limit, besides half of the longest task. */
  private static final long MARGIN_NANOS = 15_000_000_000L;

  private static @Nullable Long limit(@Nullable String left) {
    if (left == null || left.isBlank() || left.equals("UNLIMITED") || left.equals("NOT_SET")) {
      return null;
    }
    double seconds =
        left.matches("[0-9:-]+") ? TimeLimit.seconds(left) : Options.seconds("--time-left", left);
    return System.nanoTime() + (long) (seconds * 1e9);
  }

  /** Lets a worker leave when a task might last longer than it may. */
  private static void leaveInTime(WorkerNode node, long end) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (end - System.nanoTime() > MARGIN_NANOS + node.longestTaskNanos() * 3 / 2) {
                LockSupport.parkNanos(500_000_000);
              }
              node.drain();
            });
  }

  @Override
  public int run(Joining joining) throws IOException {
    var console = joining.console();
    try (var log =
            FarmLog.people(line -> console.err().println("strait: " + line), joining.verbose());
        var _ =
            IdentityWatch.start(
                joining.identity(), why -> log.note(Level.WARNING, joining.name(), why))) {
      var dialler = new Dialler(joining.parent(), joining.identity());
      try {
        return Shutdown.await(
            () -> {
              var folder = scratch == null ? Files.createTempDirectory("strait-worker") : scratch;
              var node = node(joining, log, dialler, folder);
              if (limit != null) {
                leaveInTime(node, limit);
              }
              return new Staying(
                  stay,
                  joining,
                  node::start,
                  node::drain,
                  ending -> {
                    node.close();
                    if (scratch == null) {
                      Folders.delete(folder);
                    }
                    return "%s; %,d tasks computed".formatted(ending.reason(), ending.tasks());
                  });
            });
      } finally {
        dialler.close();
      }
    }
  }

  private WorkerNode node(Joining joining, FarmLog log, Dialler dialler, Path folder)
      throws IOException {
    var loader = joining.loader().get();
    var node =
        new WorkerNode(
            joining.name(),
            joining.token().get(),
            cores,
            options.protocol().withPatience(joining.patience()),
            log,
            inbox -> Links.dial(dialler, inbox),
            bytes -> {
              Thread.currentThread().setContextClassLoader(loader);
              return EmbeddedNodes.runner(bytes, cores, folder, data);
            },
            paceNanos > 0 ? new HostPace(paceNanos) : null);
    node.tokens(joining::newestToken);
    return node;
  }
}
