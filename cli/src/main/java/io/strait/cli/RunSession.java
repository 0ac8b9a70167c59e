package io.strait.cli;

import io.strait.model.FarmPlan;
import io.strait.model.text.Tree;
import io.strait.run.farm.Host.Level;
import io.strait.run.farm.Settings;
import io.strait.run.node.Control;
import io.strait.run.node.Crew;
import io.strait.run.node.Embedded;
import io.strait.run.node.FarmRun;
import io.strait.run.node.RunFolder;
import io.strait.run.node.RunLog;
import io.strait.run.node.RunStatus;
import io.strait.run.node.Topology;
import io.strait.run.task.TaskSpec;
import io.strait.run.wire.HandshakeWatch;
import io.strait.run.wire.Identity;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One life of a run's master, from opening the journal to the results. */
final class RunSession {
  private final CommandLine command;
  private final PrintWriter err;
  private final RunFolder folder;
  private final String name;
  private final FarmPlan plan;
  private final TaskSpec task;
  private final ClassLoader loader;
  private final RunOptions options;
  private final ConnectionOptions connection;
  private final ClassPathOption classes;
  private final AtomicReference<@Nullable String> stopped = new AtomicReference<>();

  RunSession(
      CommandLine command,
      RunFolder folder,
      String name,
      FarmPlan plan,
      TaskSpec task,
      ClassLoader loader,
      RunOptions options,
      ConnectionOptions connection,
      ClassPathOption classes) {
    this.command = command;
    this.err = command.getErr();
    this.folder = folder;
    this.name = name;
    this.plan = plan;
    this.task = task;
    this.loader = loader;
    this.options = options;
    this.connection = connection;
    this.classes = classes;
  }

  int run() throws IOException {
    var settings = connection.settings();
    try (var log = RunLog.file(folder.log(), this::warn);
        var _ = HandshakeWatch.start(why -> log.note(Level.WARNING, "master", why));
        var certificates = LocalCertificates.of(options, folder.path())) {
      var farm = new FarmRun(farmOptions(settings, certificates), plan, plan.result(), task, log);
      var over = new CountDownLatch(1);
      var hook = Thread.ofPlatform().unstarted(() -> interrupted(farm, over));
      Runtime.getRuntime().addShutdownHook(hook);
      try (var crew = crew(farm, settings, log, certificates);
          var control =
              new Control(
                  options.metrics,
                  () -> json(farm.status()),
                  () -> farm.status().metrics(),
                  () -> stopped.compareAndSet(null, "strait stop"))) {
        folder.write(
            "control.json",
            Map.of(
                "port", Integer.toString(control.port()),
                "secret", control.secret(),
                "listen", Integer.toString(farm.port()),
                "pid", Long.toString(ProcessHandle.current().pid())));
        greet(farm);
        wait(farm, crew);
        return finish(farm);
      } finally {
        folder.forgetControl();
        farm.close();
        over.countDown();
        removeHook(hook);
      }
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends already.
    }
  }

  private FarmRun.Options farmOptions(Settings settings, LocalCertificates certificates)
      throws IOException {
    @Nullable InetSocketAddress listen = options.listen();
    @Nullable Identity identity = listen == null ? null : connection.identity(listen);
    var guard = Guard.of(options.tokens);
    if (listen == null && options.workers() == RunOptions.Workers.PROCESSES) {
      listen = new InetSocketAddress("localhost", 0);
      identity = certificates.master();
      guard = certificates.guard();
    }
    return new FarmRun.Options(
        name,
        folder.path(),
        listen == null ? null : ConnectionOptions.here(listen),
        identity,
        guard,
        settings,
        options.failFast);
  }

  private Crew crew(FarmRun farm, Settings settings, RunLog log, LocalCertificates certificates)
      throws IOException {
    var topology = Topology.of(plan.result(), plan.masterCluster());
    return switch (options.workers()) {
      case EMBEDDED ->
          new Embedded(topology, farm.loop(), settings, log, folder.path(), certificates.token());
      case PROCESSES ->
          new Processes(
              topology, farm.port(), folder.path(), connection.lease, certificates, classes, log);
      case NONE -> new NoCrew();
    };
  }

  private void greet(FarmRun farm) {
    if (options.quiet) {
      return;
    }
    var status = farm.status();
    err.println(
        "run %s: %,d tasks%s%s"
            .formatted(
                folder.path(),
                status.tasks(),
                status.finished() > 0
                    ? ", %,d of them done before".formatted(status.finished())
                    : "",
                farm.port() > 0 ? "; children join at port " + farm.port() : ""));
  }

  private void warn(String line) {
    err.println("strait: " + line);
  }

  /** Waits for the end, and shows how far it is. */
  private void wait(FarmRun farm, Crew crew) {
    var progress = new RunProgress(err, command.getColorScheme().ansi().enabled(), options.quiet);
    String said = "";
    while (stopped.get() == null && !done(farm.ended())) {
      progress.show(farm.status());
      var trouble = crew.trouble();
      if (!trouble.isEmpty() && !trouble.equals(said)) {
        said = trouble;
        warn(trouble);
        if (options.workers() == RunOptions.Workers.EMBEDDED) {
          stopped.compareAndSet(null, trouble);
        }
      }
    }
    progress.end();
  }

  private static boolean done(CompletableFuture<?> end) {
    try {
      end.get(200, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** The process is asked to end: children are sent home, and the journal has what is done. */
  private void interrupted(FarmRun farm, CountDownLatch over) {
    stopped.compareAndSet(null, "interrupted");
    farm.dismiss("the master was stopped");
    try {
      over.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int finish(FarmRun farm) throws IOException {
    var status = farm.status();
    @Nullable String why = stopped.get();
    @Nullable Path results = null;
    boolean complete =
        status.finished() == status.tasks() && (why == null || farm.ended().isDone());
    if (complete && !(options.failFast && !status.failed().isEmpty())) {
      try {
        results = farm.results().write();
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof ArithmeticException large)) {
          throw e;
        }
        warn(String.valueOf(large.getMessage()));
        return Main.FAILED;
      }
      task.finish(farm.results(), loader);
    } else {
      farm.dismiss("the run was stopped");
    }
    var outcome = new RunOutcome(name, folder.path(), status, results, why);
    SafeFile.write(
        folder.path().resolve("summary.json"), outcome.json().getBytes(StandardCharsets.UTF_8));
    command.getOut().print(options.format == Format.JSON ? outcome.json() : outcome.text());
    return outcome.isGood() ? Main.DONE : Main.FAILED;
  }

  static String json(RunStatus status) {
    return tree(status).json();
  }

  static Tree tree(RunStatus status) {
    return RunOutcome.tree(status);
  }
}
