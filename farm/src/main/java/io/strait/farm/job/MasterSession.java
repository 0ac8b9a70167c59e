package io.strait.farm.job;

import io.strait.farm.event.CrewOrder;
import io.strait.farm.outcome.FarmSummary;
import io.strait.farm.progress.FarmProgress;
import io.strait.farm.progress.ProgressMeters;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.ExternalNodes;
import io.strait.farm.run.FarmEmulation;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.FarmNodes;
import io.strait.farm.run.FarmRun;
import io.strait.farm.run.ProcessNodes;
import io.strait.farm.run.SiteData;
import io.strait.farm.run.SiteNodes;
import io.strait.farm.run.Topology;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.kind.run.Control;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.ExitHook;
import io.strait.kind.run.InterruptQuestion;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.TimeScale;
import io.strait.kind.run.Version;
import io.strait.kind.run.Workers;
import io.strait.launch.LocalCertificates;
import io.strait.launch.site.BundleCache;
import io.strait.model.Cluster;
import io.strait.model.HostGroup;
import io.strait.model.Start;
import io.strait.model.quantity.Durations;
import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import io.strait.transport.Folders;
import io.strait.transport.wire.HandshakeWatch;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.IdentityWatch;
import io.strait.transport.wire.TokenGuard;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

/** A run's master from opening the journal to the results; a resumed run has another. */
final class MasterSession {
  /** What is done with an outcome. */
  interface Tell {
    StageOutcome ended(StageOutcome outcome) throws IOException;
  }

  /** How long an emulation waits until all of its nodes are connected. */
  private static final long LONGEST_START = 60_000_000_000L;

  /** How long the end may take once the process is asked to end. */
  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  /** The same where jobs far away are to be ended, perhaps over a connection that is lost. */
  private static final Duration LONGEST_END_AT_SITES = Duration.ofSeconds(60);

  /** Warnings that are shown; all are in the log. */
  private static final int MOST_WARNINGS = 20;

  /** Characters of a wrong word that are shown. */
  private static final int MOST_SHOWN = 60;

  private final PrintWriter err;
  private final StageJob job;
  private final RunFolder folder;
  private final TaskSpec task;
  private final RunSettings settings;
  private final FarmRunOptions options;
  private final ProtocolSettings protocol;
  private final FarmProgress progress;
  private final SiteData data;
  private final AtomicReference<@Nullable String> stopped = new AtomicReference<>();
  private final AtomicInteger warnings = new AtomicInteger();

  MasterSession(StageJob job, RunSettings settings, FarmRunOptions options) {
    this.err = settings.console().err();
    this.job = job;
    this.folder = job.folder();
    this.task = job.task();
    this.settings = settings;
    this.options = options;
    this.protocol =
        options
            .protocol()
            .withStock(stock(job), job.plan().stock() == null)
            .withIdle(settings.workers() == Workers.SITES ? SiteNodes.IDLE : Duration.ZERO);
    this.data = job.data();
    long now = System.nanoTime();
    this.progress =
        new FarmProgress(
            err,
            new FarmProgress.Look(
                settings.console().terminal(), settings.console().colours(), settings.quiet()),
            new ProgressMeters(
                job.plan(), job.stage().phase(), job.estimated(), job.stage().clock(), now),
            now);
  }

  /** How long clusters are to have work of their own, by the clock of the run. */
  private static Duration stock(StageJob job) {
    return Durations.ofSeconds(Durations.seconds(job.plan().stockTime()) / job.stage().clock());
  }

  /**
   * Runs it.
   *
   * @param tell what to do with the outcome before the process may end
   */
  StageOutcome run(Tell tell) throws IOException {
    StageOutcome outcome;
    @Nullable ExitHook hook = null;
    settings.site().prepare(job.stage().clock());
    job.linkData();
    try {
      try (var log = FarmLog.file(folder.log(), this::warn);
          var emulation = job.emulation();
          var _ = HandshakeWatch.start(why -> log.note(Level.WARNING, "master", why));
          var _ =
              IdentityWatch.start(
                  settings.door() == null ? null : settings.door().identity(),
                  why -> log.note(Level.WARNING, "master", why));
          var certificates = settings.certificates(folder.path());
          var farm =
              new FarmRun(
                  farmOptions(certificates, emulation),
                  job.plan(),
                  job.stage().phase(),
                  task,
                  log)) {
        var patience = settings.workers() == Workers.SITES ? LONGEST_END_AT_SITES : LONGEST_END;
        hook = new ExitHook(() -> interrupted(farm), patience);
        forgetEarlierMasters(certificates);
        try (var _ = question()) {
          outcome = run(farm, log, certificates, emulation);
        }
      }
      tidyUp(outcome);
      outcome = tell.ended(outcome);
      hook.exits(outcome.isGood() ? ExitCode.DONE : ExitCode.FAILED);
      return outcome;
    } finally {
      if (hook != null) {
        hook.close();
      }
    }
  }

  /** Jobs at sites may have waited long for their turn: on a terminal Ctrl-C asks first. */
  private InterruptQuestion question() {
    return InterruptQuestion.open(
        settings.workers() == Workers.SITES && settings.console().terminal() != null,
        "jobs at %s are cancelled, the run can be resumed"
            .formatted(String.join(", ", job.sites())),
        line -> progress.say("strait: " + line));
  }

  private StageOutcome run(
      FarmRun farm, FarmLog log, LocalCertificates certificates, @Nullable FarmEmulation emulation)
      throws IOException {
    try (var nodes = nodes(farm, log, certificates, emulation);
        var control =
            new Control(
                settings.metricsPort(),
                () -> farm.status().standing().tree(FarmSummary.RUNNING).json(),
                () -> farm.status().metrics(),
                () -> stopped.compareAndSet(null, "strait stop"))) {
      for (var order : KeptOrders.in(folder.path()).read()) {
        carryOut(order, farm, nodes);
      }
      control.take("workers", order -> limit(order, farm, nodes));
      control.publish(folder, Map.of("listen", Integer.toString(farm.port())));
      greet(farm);
      try {
        wait(farm, nodes);
      } finally {
        progress.end();
      }
      return finish(farm);
    }
  }

  /** Lets so many workers of a cluster get tasks, as somebody asks at the control port. */
  private String limit(Map<String, String> asked, FarmRun farm, FarmNodes nodes) {
    var cluster = asked.getOrDefault("cluster", "");
    int most =
        job.stage().phase().clusters().stream()
            .filter(each -> each.name().equals(cluster))
            .mapToInt(each -> each.workers().size())
            .findFirst()
            .orElse(0);
    var count = asked.getOrDefault("workers", "");
    int wanted = count.matches("\\d{1,7}") ? Integer.parseInt(count) : -1;
    if (most == 0 || wanted < 0 || wanted > most) {
      throw new InputException(
          most == 0
              ? "'%s' is not a cluster of the plan, expected one that has workers"
                  .formatted(Printable.line(cluster, MOST_SHOWN))
              : "%s workers of %s, expected 0 to %d"
                  .formatted(Printable.line(count, MOST_SHOWN), cluster, most));
    }
    var order = new CrewOrder(cluster, wanted == most ? CrewOrder.ALL : wanted);
    carryOut(order, farm, nodes);
    try {
      KeptOrders.in(folder.path()).keep(order);
    } catch (IOException e) {
      warn("the order is not kept for a master that is started again: " + e.getMessage());
    }
    return "{\"workers\": %d}\n".formatted(wanted);
  }

  private void carryOut(CrewOrder order, FarmRun farm, FarmNodes nodes) {
    farm.limit(order);
    nodes.limit(order.cluster(), order.workers());
    warn(order.text());
  }

  /** The journal is ours now: nobody needs what an earlier master left behind. */
  private void forgetEarlierMasters(LocalCertificates certificates) throws IOException {
    folder.forgetControl();
    Files.deleteIfExists(folder.summary());
    var entries = new TreeMap<>(folder.read("run.json"));
    entries.put("workers", settings.workers().word());
    folder.write("run.json", entries);
    Folders.delete(folder.scratch());
    certificates.deleteStale(folder.path());
  }

  private void tidyUp(StageOutcome outcome) throws IOException {
    Folders.delete(folder.scratch());
    Folders.delete(EmbeddedNodes.data(folder.path()));
    if (outcome.isComplete()) {
      Folders.delete(folder.spool());
      Folders.deleteEmpty(folder.inputs());
    }
  }

  private FarmRun.Options farmOptions(
      LocalCertificates certificates, @Nullable FarmEmulation emulation) throws IOException {
    RunSettings.@Nullable Door door = settings.door();
    @Nullable InetSocketAddress listen = door == null ? null : door.address();
    @Nullable Identity identity = door == null ? null : door.identity();
    var guard = TokenGuard.of(door == null ? null : door.tokens());
    if (door == null && !certificates.isNone()) {
      listen =
          settings.workers() == Workers.SITES
              ? sitesAddress()
              : new InetSocketAddress(settings.site().address(settings.site().here()), 0);
      identity = certificates.master();
      guard = certificates.guard();
    }
    var ask = guard;
    return new FarmRun.Options(
        job.name(),
        folder.path(),
        listen,
        identity,
        hello -> ask.apply(hello.token()),
        protocol,
        options.failFast(),
        job.promise(settings.workers().areElsewhere()),
        emulation);
  }

  private FarmNodes nodes(
      FarmRun farm, FarmLog log, LocalCertificates certificates, @Nullable FarmEmulation emulation)
      throws IOException {
    var topology = Topology.of(job.stage().phase(), job.plan().masterCluster());
    return switch (settings.workers()) {
      case EMBEDDED ->
          new EmbeddedNodes(
              topology,
              farm.inbox(),
              protocol,
              log,
              folder.path(),
              certificates.token(),
              emulation);
      case PROCESSES ->
          new ProcessNodes(
              topology,
              farm.port(),
              folder.path(),
              options.lease(),
              certificates,
              settings.launcher(),
              settings.site(),
              log,
              emulation);
      case SITES -> new SiteNodes(topology, sites(farm, certificates), log);
      case NONE -> new ExternalNodes();
    };
  }

  private SiteNodes.Options sites(FarmRun farm, LocalCertificates certificates) throws IOException {
    var starts = new TreeMap<String, Start>();
    var cores = new TreeMap<String, Integer>();
    var spare = new TreeMap<String, List<String>>();
    for (var cluster : job.inputs().grid().clusters()) {
      @Nullable Start start = cluster.start();
      if (start != null) {
        starts.put(cluster.name(), start);
        cores.put(
            cluster.name(), cluster.hosts().stream().mapToInt(HostGroup::cores).max().orElse(1));
        spare.put(cluster.name(), job.spareHosts(cluster));
      }
    }
    return new SiteNodes.Options(
        job.name(),
        folder,
        job.plan().masterCluster(),
        farm.port(),
        options.lease(),
        starts,
        cores,
        job.inputs().app().run() instanceof TaskCode.Command,
        spare,
        deadline(),
        certificates,
        settings.launcher(),
        new BundleCache(Version.word()),
        data,
        settings.quiet() ? line -> {} : progress::say);
  }

  /** When the run is to be done, by the clock of this process; null if the plan does not say. */
  private @Nullable Long deadline() throws IOException {
    @Nullable Duration deadline = job.plan().deadline();
    if (deadline == null) {
      return null;
    }
    @Nullable String began = folder.read("run.json").get("began");
    var passed =
        began == null ? Duration.ZERO : Duration.between(Instant.parse(began), Instant.now());
    return System.nanoTime() + deadline.minus(passed).toNanos();
  }

  /** Where sites join: over connections that begin here, unless an engine here places workers. */
  private InetSocketAddress sitesAddress() {
    boolean isOpen =
        job.inputs().grid().clusters().stream()
            .map(Cluster::start)
            .anyMatch(start -> start != null && start.ssh().isEmpty() && start.engine() != null);
    return isOpen
        ? new InetSocketAddress(0)
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void greet(FarmRun farm) {
    if (settings.quiet()) {
      return;
    }
    var status = farm.status();
    err.println(
        "run %s: %,d tasks%s%s%s"
            .formatted(
                folder.path(),
                status.tasks(),
                TimeScale.words(job.stage().scale()),
                status.before() > 0 ? ", %,d of them done before".formatted(status.before()) : "",
                settings.door() != null ? "; children join at port " + farm.port() : ""));
  }

  private void warn(String line) {
    int count = warnings.incrementAndGet();
    if (count <= MOST_WARNINGS) {
      progress.say("strait: " + Printable.line(line));
    }
    if (count == MOST_WARNINGS) {
      progress.say("strait: more warnings go to %s only".formatted(folder.log()));
    }
  }

  /** Waits for the end, and shows progress. */
  private void wait(FarmRun farm, FarmNodes nodes) {
    var children = new ChildWatch(this::warn);
    String said = "";
    boolean hasBegun = false;
    long latest = System.nanoTime() + LONGEST_START;
    while (stopped.get() == null && !done(farm.ended())) {
      var status = farm.status();
      progress.show(status, System.nanoTime());
      children.look(status);
      nodes.look(status);
      if (!hasBegun && status.elapsed() > 0) {
        hasBegun = true;
        settings.begins(job.isLast());
      }
      if (System.nanoTime() > latest) {
        farm.start(); // without nodes that are missing
      }
      boolean over = nodes.isOver() && settings.door() == null;
      var trouble = nodes.trouble();
      if (!trouble.isEmpty() && !trouble.equals(said) && !over) {
        said = trouble;
        warn(trouble);
      }
      if (over && !done(farm.ended())) {
        stopped.compareAndSet(
            null, "no worker is left" + (trouble.isEmpty() ? "" : "; " + trouble));
      }
    }
    nodes.replaceNobody();
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

  /** The process is asked to end: children are dismissed, and the journal has what is done. */
  private void interrupted(FarmRun farm) {
    progress.end();
    stopped.compareAndSet(null, "interrupted");
    farm.dismiss("the run was stopped");
  }

  private StageOutcome finish(FarmRun farm) throws IOException {
    var status = farm.status();
    @Nullable String why = stopped.get();
    boolean complete =
        status.finished() == status.tasks() && (why == null || farm.ended().isDone());
    if (!complete || (options.failFast() && !status.failed().isEmpty())) {
      farm.dismiss("the run was stopped");
      farm.part();
      var reason = why == null ? "a task failed for good" : why;
      return new StageOutcome(folder, task, status, null, reason, "", Instant.now(), data, null);
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
    return new StageOutcome(
        folder, task, status, results, trouble, late, Instant.now(), data, null);
  }
}
