package io.strait.cli;

import io.strait.model.FarmPlan;
import io.strait.run.farm.Host.Level;
import io.strait.run.farm.Settings;
import io.strait.run.node.Control;
import io.strait.run.node.Crew;
import io.strait.run.node.Embedded;
import io.strait.run.node.FarmRun;
import io.strait.run.node.Folders;
import io.strait.run.node.RunFolder;
import io.strait.run.node.RunLog;
import io.strait.run.node.RunStatus;
import io.strait.run.node.Topology;
import io.strait.run.task.TaskSpec;
import io.strait.run.wire.HandshakeWatch;
import io.strait.run.wire.Identity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One life of a run's master, from opening the journal to the results. */
final class RunSession {
  /** Warnings that are shown; all are in the log. */
  private static final int MOST_WARNINGS = 20;

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
  private final RunProgress progress;
  private final AtomicReference<@Nullable String> stopped = new AtomicReference<>();
  private final AtomicInteger warnings = new AtomicInteger();

  /**
   * @param estimated whether the plan knew how fast hosts are
   */
  RunSession(
      CommandLine command,
      RunFolder folder,
      String name,
      FarmPlan plan,
      boolean estimated,
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
    long now = System.nanoTime();
    boolean colours = command.getColorScheme().ansi().enabled();
    this.progress =
        new RunProgress(
            err,
            new RunProgress.Look(Main.terminal(command), colours, options.quiet),
            new RunMeters(plan, estimated, 1, now),
            now);
  }

  int run() throws IOException {
    var settings = connection.settings();
    var code = new CompletableFuture<Integer>();
    RunOutcome outcome;
    @Nullable Thread hook = null;
    int result = Main.FAILED;
    try {
      try (var log = RunLog.file(folder.log(), this::warn);
          var _ = HandshakeWatch.start(why -> log.note(Level.WARNING, "master", why));
          var certificates = LocalCertificates.of(options, folder.path());
          var farm =
              new FarmRun(farmOptions(settings, certificates), plan, plan.result(), task, log)) {
        hook = Thread.ofPlatform().unstarted(() -> interrupted(farm, code));
        Runtime.getRuntime().addShutdownHook(hook);
        forgetFormerLives(certificates);
        outcome = run(farm, settings, log, certificates);
      }
      tidyUp(outcome);
      outcome.write();
      command.getOut().print(options.format == Format.JSON ? outcome.json() : outcome.text());
      command.getOut().flush();
      result = outcome.isGood() ? Main.DONE : Main.FAILED;
      return result;
    } finally {
      code.complete(result);
      removeHook(hook);
    }
  }

  private RunOutcome run(
      FarmRun farm, Settings settings, RunLog log, LocalCertificates certificates)
      throws IOException {
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
      try {
        wait(farm, crew);
      } finally {
        progress.end();
      }
      return finish(farm);
    } finally {
      folder.forgetControl();
    }
  }

  /** The journal is ours now: what an earlier master left behind is nobody's. */
  private void forgetFormerLives(LocalCertificates certificates) throws IOException {
    Files.deleteIfExists(folder.summary());
    Folders.delete(folder.scratch());
    certificates.forgetOthers(folder.path());
  }

  private void tidyUp(RunOutcome outcome) throws IOException {
    Folders.delete(folder.scratch());
    if (outcome.isComplete()) {
      Folders.delete(folder.spool());
      Folders.deleteEmpty(folder.inputs());
    }
  }

  private static void removeHook(@Nullable Thread hook) {
    if (hook == null) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running, and ends the process.
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
                status.before() > 0 ? ", %,d of them done before".formatted(status.before()) : "",
                options.listen() != null ? "; children join at port " + farm.port() : ""));
  }

  private void warn(String line) {
    int count = warnings.incrementAndGet();
    if (count <= MOST_WARNINGS) {
      progress.say("strait: " + line);
    }
    if (count == MOST_WARNINGS) {
      progress.say("strait: more warnings go to %s only".formatted(folder.log()));
    }
  }

  /** Waits for the end, and shows how far it is. */
  private void wait(FarmRun farm, Crew crew) {
    var company = new Company(this::warn);
    String said = "";
    while (stopped.get() == null && !done(farm.ended())) {
      var status = farm.status();
      progress.show(status, System.nanoTime());
      company.look(status);
      boolean over = crew.isOver() && options.listen() == null;
      var trouble = crew.trouble();
      if (!trouble.isEmpty() && !trouble.equals(said) && !over) {
        said = trouble;
        warn(trouble);
      }
      if (over && !done(farm.ended())) {
        stopped.compareAndSet(
            null, "no worker is left" + (trouble.isEmpty() ? "" : "; " + trouble));
      }
    }
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
      throw new UncheckedIOException(
          new IOException("the master failed: " + e.getCause(), e.getCause()));
    }
  }

  /** The process is asked to end: children are sent home, and the journal has what is done. */
  private void interrupted(FarmRun farm, CompletableFuture<Integer> code) {
    progress.end();
    stopped.compareAndSet(null, "interrupted");
    farm.dismiss("the run was stopped");
    try {
      Runtime.getRuntime().halt(code.get(10, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Runtime.getRuntime().halt(Main.FAILED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private RunOutcome finish(FarmRun farm) throws IOException {
    var status = farm.status();
    @Nullable String why = stopped.get();
    boolean complete =
        status.finished() == status.tasks() && (why == null || farm.ended().isDone());
    if (!complete || (options.failFast && !status.failed().isEmpty())) {
      farm.dismiss("the run was stopped");
      return new RunOutcome(
          folder, task, status, null, why == null ? "a task failed for good" : why);
    }
    @Nullable Path results = null;
    @Nullable String trouble = null;
    try {
      results = farm.results().write();
      task.finish(farm.results(), loader);
    } catch (RuntimeException | IOException | AssertionError | StackOverflowError e) {
      @Nullable Throwable cause = e instanceof CompletionException ? e.getCause() : e;
      trouble = "the results could not be finished: " + cause;
    }
    return new RunOutcome(folder, task, status, results, trouble);
  }

  private static String json(RunStatus status) {
    return RunOutcome.tree(status, "running").json();
  }
}
