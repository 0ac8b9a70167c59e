package io.strait.cli;

import io.strait.run.emulate.Emulation;
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
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
  /** What becomes of an outcome. */
  interface Tell {
    RunOutcome ended(RunOutcome outcome) throws IOException;
  }

  /** How long an emulation waits until all of its crew are there. */
  private static final long LONGEST_START = 60_000_000_000L;

  /** Warnings that are shown; all are in the log. */
  private static final int MOST_WARNINGS = 20;

  private final PrintWriter err;
  private final RunJob job;
  private final RunFolder folder;
  private final TaskSpec task;
  private final RunOptions options;
  private final ConnectionOptions connection;
  private final ClassPathOption classes;
  private final RunProgress progress;
  private final AtomicReference<@Nullable String> stopped = new AtomicReference<>();
  private final AtomicInteger warnings = new AtomicInteger();

  RunSession(
      CommandLine command,
      RunJob job,
      RunOptions options,
      ConnectionOptions connection,
      ClassPathOption classes) {
    this.err = command.getErr();
    this.job = job;
    this.folder = job.folder();
    this.task = job.task();
    this.options = options;
    this.connection = connection;
    this.classes = classes;
    long now = System.nanoTime();
    boolean colours = command.getColorScheme().ansi().enabled();
    this.progress =
        new RunProgress(
            err,
            new RunProgress.Look(Main.terminal(command), colours, options.quiet),
            new RunMeters(
                job.plan(), job.stage().phase(), job.estimated(), job.stage().clock(), now),
            now);
  }

  /**
   * Runs it.
   *
   * @param tell what to do with the outcome before the process may end
   */
  RunOutcome run(Tell tell) throws IOException {
    var settings = connection.settings();
    var code = new CompletableFuture<Integer>();
    RunOutcome outcome;
    @Nullable Thread hook = null;
    int result = Main.FAILED;
    try {
      try (var log = RunLog.file(folder.log(), this::warn);
          var emulation = job.emulation();
          var _ = HandshakeWatch.start(why -> log.note(Level.WARNING, "master", why));
          var certificates = LocalCertificates.of(options, folder.path());
          var farm =
              new FarmRun(
                  farmOptions(settings, certificates, emulation),
                  job.plan(),
                  job.stage().phase(),
                  task,
                  log)) {
        hook = Thread.ofPlatform().unstarted(() -> interrupted(farm, code));
        Runtime.getRuntime().addShutdownHook(hook);
        forgetFormerLives(certificates);
        outcome = run(farm, settings, log, certificates, emulation);
      }
      tidyUp(outcome);
      outcome = tell.ended(outcome);
      result = outcome.isGood() ? Main.DONE : Main.FAILED;
      return outcome;
    } finally {
      code.complete(result);
      removeHook(hook);
    }
  }

  private RunOutcome run(
      FarmRun farm,
      Settings settings,
      RunLog log,
      LocalCertificates certificates,
      @Nullable Emulation emulation)
      throws IOException {
    try (var crew = crew(farm, settings, log, certificates, emulation);
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
    var entries = new TreeMap<>(folder.read("run.json"));
    entries.put("workers", options.workers().name().toLowerCase(Locale.ROOT));
    folder.write("run.json", entries);
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

  private FarmRun.Options farmOptions(
      Settings settings, LocalCertificates certificates, @Nullable Emulation emulation)
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
        job.name(),
        folder.path(),
        listen == null ? null : ConnectionOptions.here(listen),
        identity,
        guard,
        settings,
        options.failFast,
        job.promise(options.workers() == RunOptions.Workers.NONE),
        emulation);
  }

  private Crew crew(
      FarmRun farm,
      Settings settings,
      RunLog log,
      LocalCertificates certificates,
      @Nullable Emulation emulation)
      throws IOException {
    var topology = Topology.of(job.stage().phase(), job.plan().masterCluster());
    return switch (options.workers()) {
      case EMBEDDED ->
          new Embedded(
              topology,
              farm.inbox(),
              settings,
              log,
              folder.path(),
              certificates.token(),
              emulation);
      case PROCESSES ->
          new Processes(
              topology,
              farm.port(),
              folder.path(),
              connection.lease,
              certificates,
              classes,
              log,
              emulation);
      case NONE -> new NoCrew();
    };
  }

  private void greet(FarmRun farm) {
    if (options.quiet) {
      return;
    }
    var status = farm.status();
    err.println(
        "run %s: %,d tasks%s%s%s"
            .formatted(
                folder.path(),
                status.tasks(),
                job.stage().isEmulated()
                    ? ", emulated %s times faster than life"
                        .formatted(Numbers.speedup(job.stage().scale()))
                    : "",
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
    long latest = System.nanoTime() + LONGEST_START;
    while (stopped.get() == null && !done(farm.ended())) {
      var status = farm.status();
      progress.show(status, System.nanoTime());
      company.look(status);
      if (System.nanoTime() > latest) {
        farm.start(); // without those who are not there
      }
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
      farm.part();
      return new RunOutcome(
          folder,
          task,
          status,
          null,
          why == null ? "a task failed for good" : why,
          "",
          Instant.now(),
          null);
    }
    @Nullable Path results = null;
    @Nullable String trouble = null;
    try {
      results = farm.results().write();
      task.finish(farm.results(), job.loader());
    } catch (RuntimeException | IOException | AssertionError | StackOverflowError e) {
      @Nullable Throwable cause = e instanceof CompletionException ? e.getCause() : e;
      trouble = "the results could not be finished: " + cause;
    }
    farm.part();
    var late = farm.emulationTrouble();
    if (!late.isEmpty()) {
      warn(late);
    }
    return new RunOutcome(folder, task, status, results, trouble, late, Instant.now(), null);
  }

  private static String json(RunStatus status) {
    return RunOutcome.tree(status, "running").json();
  }
}
