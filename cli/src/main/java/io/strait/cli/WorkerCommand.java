package io.strait.cli;

import io.strait.model.text.InputException;
import io.strait.run.emulate.Pace;
import io.strait.run.node.Embedded;
import io.strait.run.node.Folders;
import io.strait.run.node.RunLog;
import io.strait.run.node.WorkerNode;
import io.strait.run.wire.Dialler;
import io.strait.run.wire.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strait worker}: computes tasks for a master or gateway. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Joins a run and computes its tasks until it is over. May join and leave at any time: SIGTERM"
          + " and Ctrl-C let it finish what has begun and leave; killing it does no harm."
    },
    footer = {
      "",
      "Examples:",
      "  strait worker --parent gate.example.org:7077 --identity certs/worker1",
      "  strait worker --parent localhost:7077 --plaintext --cores 4"
    })
final class WorkerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--pace", hidden = true, paramLabel = "NANOS")
  private long pace;

  @Mixin private JoinOptions join = new JoinOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClassPathOption classes = new ClassPathOption();

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Tasks at a time (default: the cores of this machine).")
  private @Nullable Integer cores;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description = "Where tasks that are commands get their folders (default: a temporary one).")
  private @Nullable Path scratch;

  @Override
  public Integer call() throws IOException {
    int threads = cores == null ? Runtime.getRuntime().availableProcessors() : cores;
    if (threads < 1 || threads > 4096) {
      throw new InputException("--cores %d is out of range, expected 1 to 4096".formatted(threads));
    }
    var parent = join.parent();
    @Nullable Identity identity = connection.identity(parent);
    var settings =
        connection
            .settings()
            .withPatience(
                ConnectionOptions.nanos("--patience", join.patience, Duration.ofSeconds(1)));
    classes.install();
    join.followStarter();
    var err = spec.commandLine().getErr();
    try (var log = RunLog.people(line -> err.println("strait: " + line), join.verbose)) {
      var folder = scratch == null ? Files.createTempDirectory("strait-worker") : scratch;
      var dialler = new Dialler(parent, identity);
      var loader = Thread.currentThread().getContextClassLoader();
      var node =
          new WorkerNode(
              join.name(),
              join.token(),
              threads,
              settings,
              log,
              dialler::dial,
              bytes -> {
                Thread.currentThread().setContextClassLoader(loader);
                return Embedded.runner(bytes, threads, folder);
              },
              pace > 0 ? new Pace(pace) : null);
      return Leaving.await(
          node.start(),
          node::drain,
          ending -> {
            node.close();
            dialler.close();
            if (scratch == null) {
              Folders.delete(folder);
            }
            err.println(
                "strait: %s; %,d tasks computed".formatted(ending.reason(), ending.tasks()));
            return ending.refused() ? Main.FAILED : Main.DONE;
          });
    }
  }
}
