package io.strait.cli;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.ExitHook;
import io.strait.model.text.InputException;
import io.strait.serve.LiveServer;
import io.strait.serve.http.WebServer;
import io.strait.serve.run.RunShelf;
import io.strait.transport.PrivateFiles;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait serve}: runs and plans as pages. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows runs in a browser, also while they go on: how far they are and when they end, beside"
          + " what was promised; what every worker does; what is full; what would help.",
      "Only this machine can open the pages, and only with the link that is printed, which works"
          + " once. With --listen and --identity others can, over TLS."
    },
    footer = {
      "",
      "Examples:",
      "  strait serve                              all runs under runs/",
      "  strait serve runs/ep-20260101-120000      one run",
      "  strait serve --plan examples/three-continents      and a planner to play with",
      "  strait serve --listen 0.0.0.0:8443 --identity ca/home --name grid.example.org"
    })
final class ServeCommand implements Callable<Integer> {
  private static final Path RUNS = Path.of("runs");
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "A folder with runs in it, or a run (default: runs).")
  private @Nullable Path folder;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port on this machine (default: any that is free).")
  private int port;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Be open to other machines, with --identity.")
  private @Nullable String listen;

  @Option(
      names = "--name",
      paramLabel = "HOST",
      description = "With --listen: what others call this machine; may be repeated.")
  private List<String> names = List.of();

  @Option(
      names = "--plan",
      arity = "1..2",
      paramLabel = "GRID APP",
      description = "What to plan on the page: a folder, a plan, or a grid and an app.")
  private List<Path> plan = List.of();

  @Option(
      names = "--control",
      description =
          "Pages can stop runs, drain clusters and change how many workers get tasks; they ask"
              + " twice.")
  private boolean control;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "Write what programs show to be let in, as Authorization: Bearer SECRET, to a new file"
              + " that only you can read; it is removed at the end.")
  private @Nullable Path secretFile;

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  private final Kinds kinds;

  ServeCommand(Kinds kinds) {
    this.kinds = kinds;
  }

  /** A secret in a new file of its owner's, until it is closed. */
  private record SecretFile(Path path) implements AutoCloseable {
    static SecretFile write(Path path, String secret) throws IOException {
      try {
        PrivateFiles.create(Map.of(path, (secret + "\n").getBytes(StandardCharsets.UTF_8)));
      } catch (FileAlreadyExistsException e) {
        throw wrong(path, "it is there already, expected the name of a new file");
      } catch (NoSuchFileException e) {
        throw wrong(path, "there is no such folder, expected the name of a new file in one");
      }
      return new SecretFile(path);
    }

    private static InputException wrong(Path path, String why) {
      return new InputException("--secret-file %s: %s".formatted(path, why));
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(path);
    }
  }

  @Override
  public Integer call() throws IOException {
    check();
    if (plan.size() > 1 && folder == null && plan.stream().anyMatch(Files::isDirectory)) {
      folder = plan.getLast(); // --plan FOLDER RUNS
      plan = plan.subList(0, 1);
    }
    var place = place();
    var shown = folder == null ? RUNS : folder;
    var routes = new ArrayList<WebServer.Route>();
    if (!plan.isEmpty()) {
      routes.addAll(ServedPlan.routes(kinds, plan));
    }
    if (plan.isEmpty() || folder != null) {
      RunShelf.check(shown);
    }
    var console = Main.console(spec);
    var shelf = new RunShelf(shown, run -> ReportCommand.kind(kinds, run));
    var asked = new CountDownLatch(1);
    try (var hook = new ExitHook(asked::countDown, LONGEST_END);
        var server =
            new LiveServer(
                place,
                shelf,
                control,
                routes,
                link -> console.say("opened; for another browser: " + link));
        var _ = secretFile == null ? null : SecretFile.write(secretFile, server.secret())) {
      hook.exits(ExitCode.DONE);
      console.say(
          "serving %s; open this link, which works once:"
              .formatted(folder == null && !Files.exists(RUNS) ? "a plan" : shown));
      console.say("  " + server.link());
      console.say("end with Ctrl-C");
      asked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.DONE;
  }

  private void check() {
    if (port < 0 || port > 65535) {
      throw new InputException("--port %d, expected a port".formatted(port));
    }
    if (listen == null && (connection.isGiven() || !names.isEmpty())) {
      throw new InputException(
          "%s without --listen, expected both, or none of them: only this machine is served"
              .formatted(names.isEmpty() ? "--identity or --plaintext" : "--name"));
    }
    if (listen != null && port != 0) {
      throw new InputException("--port and --listen are both given, expected one of them");
    }
  }

  private WebServer.Place place() throws IOException {
    if (listen == null) {
      return new WebServer.Place(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, List.of());
    }
    var address = HostPort.here(HostPort.parse("--listen", listen));
    @Nullable Identity identity = connection.identity(address);
    var called = new ArrayList<>(names);
    if (called.isEmpty()) {
      called.add(InetAddress.getLocalHost().getHostName());
    }
    return new WebServer.Place(address, identity == null ? null : Tls.web(identity), called);
  }
}
