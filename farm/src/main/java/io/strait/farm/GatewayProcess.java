package io.strait.farm;

import io.strait.farm.job.FarmRunOptions;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.GatewayNode;
import io.strait.farm.run.SharedPort;
import io.strait.farm.wire.Links;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.run.Joining;
import io.strait.kind.run.NodeCommand;
import io.strait.kind.run.Shutdown;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.HandshakeWatch;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.IdentityWatch;
import io.strait.transport.wire.TokenGuard;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait gateway}: stands between a cluster and the gap.
 *
 * @param address where its workers connect
 * @param guard says why a child with this token may not join, or null
 * @param idle how long workers may have nothing to do before they are let go; zero for ever
 * @param data where large files are, named by their checksums; null if nowhere
 * @param stay whether it waits for another run when one is over
 */
record GatewayProcess(
    InetSocketAddress address,
    Path spool,
    Function<String, @Nullable String> guard,
    Duration idle,
    @Nullable Path data,
    boolean stay,
    FarmRunOptions options)
    implements NodeCommand.Node {
  private static final String IDLE = "--idle";

  static final NodeCommand COMMAND =
      new NodeCommand(
          "gateway",
          "Joins a run for a whole cluster: hands tasks on to its own workers, keeps their results"
              + " on disk, adds them up and sends them on. While the parent is out of reach the"
              + " cluster goes on. SIGTERM and Ctrl-C let it deliver and leave; after a crash,"
              + " start it again with the same spool.",
          List.of(
              "--parent home.example.org:7077 --identity certs/spain --name spain --listen"
                  + " 0.0.0.0:7077",
              "--parent home.example.org:7077 --identity certs/spain --name spain --stay",
              "--parent localhost:7077 --plaintext --listen localhost:7078"),
          List.of(
              Option.of(
                  "--listen",
                  "HOST:PORT",
                  "Where its workers connect; port 0 for any (default: localhost:0)."),
              Option.of(
                  "--spool",
                  "DIR",
                  "Where results are kept until the parent has them (default: spool)."),
              Option.of(
                  "--tokens",
                  "DIR",
                  "Let in only those that show a token of the authority of DIR/join.pub."),
              Option.of(
                  IDLE,
                  "TIME",
                  "Let workers go that have had nothing to do for so long near the end, when all"
                      + " tasks are with others (default: they stay to the end)."),
              FarmRunOptions.DATA_OPTION,
              Staying.OPTION,
              FarmRunOptions.LEASE_OPTION),
          GatewayProcess::of);

  private static Duration idle(@Nullable String time) {
    return time == null
        ? Duration.ZERO
        : Duration.ofNanos(Options.nanos(IDLE, time, Duration.ofSeconds(1)));
  }

  private static NodeCommand.Node of(Options options, NodeCommand.Identities identities)
      throws IOException {
    @Nullable String listen = options.text("--listen");
    var address = HostPort.parse("--listen", listen == null ? "localhost:0" : listen);
    var _ = identities.at(address);
    @Nullable Path spool = options.path("--spool");
    return new GatewayProcess(
        HostPort.here(address),
        spool == null ? Path.of("spool") : spool,
        TokenGuard.of(options.path("--tokens")),
        idle(options.text(IDLE)),
        options.path(FarmRunOptions.DATA_OPTION.name()),
        options.has(Staying.OPTION.name()),
        FarmRunOptions.of(options));
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
      var children = new SharedPort();
      var current = new AtomicReference<@Nullable GatewayNode>();
      try (var _ = HandshakeWatch.start(why -> warn(joining, log, current.get(), why));
          var port = Links.listen(address, joining.identity(), children)) {
        console.print("listening on port %d%n".formatted(port.port()));
        return Shutdown.await(
            () -> {
              var node = node(joining, log, dialler);
              children.give(node.loop());
              current.set(node);
              return new Staying(
                  stay,
                  joining,
                  node::start,
                  node::drain,
                  ending -> {
                    children.give(null);
                    current.set(null);
                    node.close();
                    return ending.reason();
                  });
            });
      } finally {
        dialler.close();
      }
    }
  }

  private GatewayNode node(Joining joining, FarmLog log, Dialler dialler) throws IOException {
    var loader = joining.loader().get();
    var node =
        new GatewayNode(
            joining.name(),
            joining.token().get(),
            options.protocol().withPatience(joining.patience()).withIdle(idle),
            log,
            spool,
            inbox -> Links.dial(dialler, inbox),
            bytes -> {
              Thread.currentThread().setContextClassLoader(loader);
              return EmbeddedNodes.reducers(bytes, data);
            },
            hello -> guard.apply(hello.token()));
    node.tokens(joining::newestToken);
    return node;
  }

  /** Warns people here, and those at home while there is a run. */
  private static void warn(Joining joining, FarmLog log, @Nullable GatewayNode node, String why) {
    if (node == null) {
      log.note(Level.WARNING, joining.name(), why);
    } else {
      node.warn(why);
    }
  }
}
