package io.strait.cli;

import io.strait.run.farm.Host.Level;
import io.strait.run.node.Embedded;
import io.strait.run.node.Ending;
import io.strait.run.node.GatewayNode;
import io.strait.run.node.RunLog;
import io.strait.run.wire.Dialler;
import io.strait.run.wire.HandshakeWatch;
import io.strait.run.wire.Identity;
import io.strait.run.wire.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strait gateway}: stands between a cluster and the gap. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Joins a run for a whole cluster: hands tasks on to its own workers, keeps their results on"
          + " disk, adds them up and sends them on. While the parent is out of reach the cluster"
          + " goes on. SIGTERM and Ctrl-C let it deliver and leave; after a crash, start it again"
          + " with the same spool."
    },
    footer = {
      "",
      "Examples:",
      "  strait gateway --parent home.example.org:7077 --identity certs/spain --name spain --listen"
          + " 0.0.0.0:7077",
      "  strait gateway --parent localhost:7077 --plaintext --listen localhost:7078"
    })
final class GatewayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private JoinOptions join = new JoinOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClassPathOption classes = new ClassPathOption();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "localhost:0",
      description = "Where its workers connect; port 0 for any (default: localhost:0).")
  private String listen = "localhost:0";

  @Option(
      names = "--spool",
      paramLabel = "DIR",
      defaultValue = "spool",
      description = "Where results are kept until the parent has them (default: spool).")
  private Path spool = Path.of("spool");

  @Option(
      names = "--tokens",
      paramLabel = "DIR",
      description = "Let in only who shows a token made with DIR/join.key.")
  private @Nullable Path tokens;

  @Override
  public Integer call() throws IOException {
    var parent = join.parent();
    var address = ConnectionOptions.address("--listen", listen);
    @Nullable Identity identity = connection.identity(parent);
    connection.identity(address);
    var here = ConnectionOptions.here(address);
    var settings =
        connection
            .settings()
            .withPatience(
                ConnectionOptions.nanos("--patience", join.patience, Duration.ofSeconds(1)));
    var guard = Guard.of(tokens);
    var loader = classes.install();
    var err = spec.commandLine().getErr();
    try (var log = RunLog.people(line -> err.println("strait: " + line), join.verbose);
        var _ = HandshakeWatch.start(why -> log.note(Level.WARNING, join.name(), why))) {
      var dialler = new AtomicReference<@Nullable Dialler>();
      var node =
          new GatewayNode(
              join.name(),
              join.token(),
              settings,
              log,
              spool,
              loop -> WorkerCommand.dial(dialler, parent, identity, loop),
              bytes -> {
                Thread.currentThread().setContextClassLoader(loader);
                return Embedded.reducers(bytes);
              },
              guard);
      try (var port = Listener.open(here, identity, node.loop())) {
        var out = spec.commandLine().getOut();
        out.println("listening on port " + port.port());
        out.flush();
        Ending ending = Leaving.await(node.start(), node::drain);
        node.close();
        err.println("strait: " + ending.reason());
        return ending.refused() ? Main.FAILED : Main.DONE;
      }
    }
  }
}
