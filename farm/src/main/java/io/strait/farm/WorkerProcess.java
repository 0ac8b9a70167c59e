package io.strait.farm;

import io.strait.farm.job.FarmRunOptions;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.WorkerNode;
import io.strait.farm.wire.Links;
import io.strait.kind.option.Option;
import io.strait.kind.run.Joining;
import io.strait.kind.run.NodeCommand;
import io.strait.kind.run.Shutdown;
import io.strait.transport.Folders;
import io.strait.transport.emulate.HostPace;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.IdentityWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait worker}: computes tasks for a master or gateway.
 *
 * @param cores tasks at a time
 * @param scratch where tasks that are commands get their folders; null for a temporary one
 * @param stay whether it waits for another run when one is over
 * @param paceNanos what a task takes on the host that is emulated; 0 if none is
 */
record WorkerProcess(
    int cores, @Nullable Path scratch, boolean stay, long paceNanos, FarmRunOptions options)
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
              Staying.OPTION,
              FarmRunOptions.LEASE_OPTION,
              Option.hidden("--pace", "NANOS")),
          (options, identities) ->
              new WorkerProcess(
                  options.whole("--cores", Runtime.getRuntime().availableProcessors(), 1, 4096),
                  options.path("--scratch"),
                  options.has(Staying.OPTION.name()),
                  options.whole("--pace", 0),
                  FarmRunOptions.of(options)));

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
              return EmbeddedNodes.runner(bytes, cores, folder);
            },
            paceNanos > 0 ? new HostPace(paceNanos) : null);
    node.tokens(joining::newestToken);
    return node;
  }
}
