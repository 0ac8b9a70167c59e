package io.strait.kind.rank;

import io.strait.kind.file.PlanFile;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.InterruptQuestion;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFailure;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;
import io.strait.launch.RankCrew;
import io.strait.launch.RankProcesses;
import io.strait.launch.Site.Incident;
import io.strait.model.App;
import io.strait.transport.fabric.Patience;
import io.strait.transport.wire.HandshakeWatch;
import io.strait.transport.wire.TokenGuard;
import io.strait.view.Format;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait run} for kinds whose work is done by ranks: the stages one after the other, the
 * last in the folder of the run and the others in {@code steps/NAME} below it.
 *
 * @param <A> apps of the kind
 * @param <P> its plans
 * @param <O> what the ranks of a stage have to tell at the end
 * @param <M> what is measured of a stage
 */
public final class RankRunner<A extends App, P, O, M> implements Job<A, P> {
  static final String STOPPED = "the run was stopped";

  private static final int MOST_WARNINGS = 20;

  private final PlanFile<A, P> plan;
  private final List<RankStage> stages;
  private final RunSettings settings;
  private final RankWork<O, M> work;
  private final RankProcesses.Starter starter;
  private final AtomicInteger warnings = new AtomicInteger();
  private final Patience patience;
  private final RankSites sites;
  private final List<Incident> incidents = new ArrayList<>();

  public RankRunner(
      PlanFile<A, P> plan, List<RankStage> stages, RunSettings settings, RankWork<O, M> work) {
    this.plan = plan;
    this.stages = List.copyOf(stages);
    this.settings = settings;
    this.work = work;
    this.starter = Mpi.starter(settings);
    this.patience = RankPatience.of(settings);
    this.sites = new RankSites(plan.inputs().grid(), settings);
  }

  @Override
  public PlanFile<A, P> plan() {
    return plan;
  }

  @Override
  public String steps() {
    return RankStage.write(stages);
  }

  /** Runs all stages that have not run to their end before. */
  @Override
  public int run(RunFolder run, String name) throws IOException {
    boolean hasSites = settings.workers() == Workers.SITES;
    try (var control =
            new RankControl(run, name, work.counted(), settings.metricsPort(), hasSites);
        var _ =
            InterruptQuestion.open(
                hasSites && settings.console().terminal() != null,
                "the jobs at its sites are cancelled, the run can be resumed",
                line -> settings.console().err().println("strait: " + line))) {
      return control.ends(run(run, control));
    }
  }

  private int run(RunFolder run, RankControl control) throws IOException {
    var entries = new TreeMap<>(run.read("run.json"));
    entries.put("workers", settings.workers().word());
    run.write("run.json", entries);
    var results = new ArrayList<M>();
    for (var stage : stages) {
      var folder =
          stage.equals(stages.getLast())
              ? run.path()
              : Files.createDirectories(run.path().resolve("steps/" + stage.name()));
      @Nullable M measured = work.read(folder);
      if (measured == null) {
        try {
          measured = run(run, folder, stage, control);
        } catch (RunFailure e) {
          return failed(run, folder, stage, e);
        } catch (OutOfMemoryError e) {
          return failed(run, folder, stage, RunFailure.outOfMemory(e.toString(), e));
        } finally {
          control.ended();
        }
      }
      results.add(measured);
    }
    var comparison = work.compare(results, run.path());
    var json = comparison.json().json();
    Files.writeString(run.summary(), json, StandardCharsets.UTF_8);
    settings.keepIncidents(run.path(), incidents);
    show(comparison, json, stages.getLast().isEmulated() ? settings.report(run.path()) : null);
    return comparison.isGood() ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** Says why a stage has failed, and what to do about it. */
  private int failed(RunFolder run, Path folder, RankStage stage, RunFailure failure)
      throws IOException {
    settings.keepIncidents(run.path(), incidents);
    var console = settings.console();
    console.say("strait: %s: %s".formatted(stage.name(), failure.getMessage()));
    console.say(
        "%s with: strait run --resume %s"
            .formatted(work.remedy(stage, folder, failure), run.path()));
    return ExitCode.FAILED;
  }

  private M run(RunFolder run, Path folder, RankStage stage, RankControl control)
      throws IOException {
    var step = work.step(stage, folder);
    if (settings.workers() == Workers.EMBEDDED) {
      var threads = step.threads();
      begin(control, stage, step, threads);
      return step.finish(execute(stage, step, threads));
    }
    var name = run.read("run.json").getOrDefault("name", "") + "-" + stage.name();
    boolean own = settings.workers() != Workers.NONE;
    try (var certificates = settings.certificates(folder)) {
      certificates.deleteStale(folder);
      RunSettings.@Nullable Door door = settings.door();
      var here = settings.site().address(settings.site().here());
      settings.site().prepare(stage.clock());
      var address = door == null ? new InetSocketAddress(here, 0) : door.address();
      var identity = door == null ? certificates.master() : door.identity();
      @Nullable Path tokens = own ? certificates.folder() : door == null ? null : door.tokens();
      var clusters = names(step.clusters());
      var cuts = new RankCuts(clusters, patience, settings.console(), stage.clock());
      try (var _ = HandshakeWatch.start(this::warn);
          var master =
              new RankMaster<>(
                  address,
                  identity,
                  name,
                  TokenGuard.of(tokens),
                  step.protocol(),
                  cuts,
                  () -> settings.begins(stage.equals(stages.getLast())),
                  this::warn)) {
        begin(control, stage, step, master);
        if (!own) {
          invite(run, name, step.clusters(), master.port());
          return step.finish(execute(stage, step, master));
        }
        O outcome;
        try (RankCrew _ =
            settings.workers() == Workers.SITES
                ? sites.start(step, clusters, run.plan(), name, master, certificates)
                : new RankProcesses(
                    new RankProcesses.Options(
                        starter,
                        clusters,
                        step.protocol().hosts(),
                        run.plan(),
                        name,
                        here + ":" + master.port(),
                        folder),
                    certificates,
                    settings.launcher(),
                    settings.site(),
                    master::died)) {
          outcome = execute(stage, step, master);
        }
        return step.finish(outcome);
      } finally {
        incidents.addAll(cuts.incidents());
      }
    }
  }

  /** Tells people who was not let in; not without end. */
  private void warn(String line) {
    if (warnings.incrementAndGet() <= MOST_WARNINGS) {
      settings.console().say("strait: " + line);
    }
  }

  private List<String> names(List<Integer> clusters) {
    var all = plan.inputs().grid().clusters();
    return clusters.stream().map(cluster -> all.get(cluster).name()).toList();
  }

  private static void begin(
      RankControl control, RankStage stage, RankStep<?, ?> step, RankExecution<?> execution) {
    var current =
        new RankControl.Current(
            stage.name(),
            execution::progress,
            execution::began,
            stage.clock(),
            step.promisedRate(),
            execution::stop);
    if (!control.begins(current)) {
      throw new RunFailure(STOPPED);
    }
  }

  private O execute(RankStage stage, RankStep<O, M> step, RankExecution<O> execution) {
    try (var _ = new RankProgress(settings.console(), settings.quiet(), stage, step, execution)) {
      return execution.run();
    }
  }

  /** Says how ranks join from elsewhere. */
  private void invite(RunFolder run, String name, List<Integer> clusters, int port) {
    var err = settings.console().err();
    err.println(
        "waiting for ranks at port %d; in every cluster, with a copy of %s:"
            .formatted(port, run.plan()));
    var all = plan.inputs().grid().clusters();
    for (int cluster = 0; cluster < all.size(); cluster++) {
      int count = Collections.frequency(clusters, cluster);
      if (count > 0) {
        err.println(
            "  mpirun -np %d strait rank plan.yaml --cluster %s --run %s --parent HERE:%d --identity …"
                .formatted(count, all.get(cluster).name(), name, port));
      }
    }
    err.flush();
  }

  private void show(RankComparison comparison, String json, @Nullable Path report) {
    var out = settings.console().out();
    if (settings.format() == Format.JSON) {
      out.print(json);
    } else {
      out.print(comparison.text(settings.console().style()));
      var lines = new ArrayList<>(comparison.files());
      if (report != null) {
        lines.add("report: " + report);
      }
      if (!lines.isEmpty()) {
        out.println();
        lines.forEach(out::println);
      }
    }
    out.flush();
  }
}
