package io.strait.farm.report;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.outcome.FarmSummary;
import io.strait.farm.outcome.Finding;
import io.strait.farm.outcome.MeasuredPhase;
import io.strait.farm.outcome.PhaseFigures;
import io.strait.farm.outcome.Staging;
import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.RunPage;
import io.strait.kind.report.RunReport;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.Incidents;
import io.strait.kind.run.RunFolder;
import io.strait.model.Cluster;
import io.strait.model.quantity.Rate;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a farm: all that its folder tells. */
public final class FarmReport extends RunReport<FarmApp, FarmPlan> {
  final FarmSummary summary;
  final EventIndex index;
  final EventBins bins;
  final Losses losses;
  private final List<PhaseFigures> phases;
  private final boolean going;
  private final List<String> warnings;
  private final boolean promised;

  private FarmReport(
      Path folder,
      String name,
      PlanFile<FarmApp, FarmPlan> content,
      FarmSummary summary,
      EventBins bins,
      boolean going,
      List<String> warnings,
      boolean promised) {
    super(folder, name, content);
    this.summary = summary;
    this.index = bins.index;
    this.bins = bins;
    this.going = going;
    this.warnings = warnings;
    this.promised = promised;
    this.losses = Losses.of(bins, taskMillis());
    this.phases = figures();
  }

  /** Reads the folder of a run that has ended, was killed, or still goes on. */
  public static FarmReport read(Path folder, String name) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "%s: no such folder, expected the folder of a run".formatted(folder));
    }
    var content = PhaseFolder.plan(folder);
    PhaseFolder.checkBegun(folder, content.plan());
    // While a master runs, a summary is that of an earlier start.
    boolean going = Files.exists(folder.resolve("control.json"));
    var summary = FarmSummary.read(folder.resolve("summary.json"), content.plan());
    var index = EventIndex.read(folder.resolve("events.tsv"));
    index.add(Incidents.read(folder));
    var grid = content.inputs().grid();
    var crew = new Crew(index, content.plan(), grid);
    var bins = EventBins.read(index, crew, grid);
    var shown = going ? FarmSummary.NONE : summary;
    // Threads or processes of this machine are not the plan's hosts, unless they emulate them.
    var workers =
        Files.exists(folder.resolve("run.json"))
            ? RunFolder.open(folder).read("run.json").getOrDefault("workers", "none")
            : "none";
    return new FarmReport(
        folder,
        name,
        content,
        shown,
        bins,
        going,
        warnings(folder, content.plan(), shown),
        index.scale != 1
            || workers.equals("none")
            || measured(summary, content.plan().result()) != null);
  }

  /** What to keep in mind when reading the figures of each phase. */
  private static List<String> warnings(Path folder, FarmPlan plan, FarmSummary summary)
      throws IOException {
    var found = new ArrayList<String>();
    for (var phase : summary.phases()) {
      var file = folder.resolve("steps").resolve(phase.phase()).resolve("summary.json");
      var warning = FarmSummary.read(file, plan).warning();
      if (!warning.isEmpty()) {
        found.add(phase.phase() + ": " + warning);
      }
    }
    if (!summary.warning().isEmpty()) {
      found.add(summary.warning());
    }
    return found;
  }

  /** What a core of each worker takes for a task by the plan; NaN where it promises nothing. */
  private double[] taskMillis() {
    var planned = new HashMap<String, Double>();
    for (var cluster : promised ? grid().clusters() : List.<Cluster>of()) {
      for (var group : cluster.hosts()) {
        @Nullable Rate rate = app().workRate(group);
        for (int i = 0; rate != null && i < group.size(); i++) {
          planned.put(group.hostName(i), 1e3 * group.cores() / rate.perSecond());
        }
      }
    }
    var times = new double[index.nodeLimit()];
    Arrays.fill(times, Double.NaN);
    for (var worker : index.nodes(EventIndex.Role.WORKER)) {
      times[worker.number()] = planned.getOrDefault(worker.name(), Double.NaN);
    }
    return times;
  }

  /** Whether the plan promises anything of the hosts that computed. */
  boolean isPromised() {
    return promised;
  }

  @Override
  public List<String> warnings() {
    var all = new ArrayList<>(warnings);
    summary.data().forEach(staging -> all.add(staging.line()));
    return all;
  }

  @Override
  public List<String> notes() {
    return plan().notes();
  }

  private List<PhaseFigures> figures() {
    var found = new ArrayList<PhaseFigures>();
    var result = plan().result();
    for (var step : plan().steps()) {
      @Nullable PhaseFigures told = summary.phase(step);
      if (told != null && !step.equals(result)) {
        found.add(told);
      }
    }
    var last = isResumed() ? summary.phase(result) : measured(summary, result);
    var figures = last == null ? counted() : last;
    found.add(promised ? figures : figures.ofOtherHosts());
    return found;
  }

  /** What the summary says was measured of a phase; null if it says nothing. */
  private static @Nullable PhaseFigures measured(FarmSummary summary, PhasePlan phase) {
    var figures = summary.phase(phase);
    return figures != null && figures.isMeasured() ? figures : null;
  }

  /** Whether it was interrupted and resumed: then nothing was measured. */
  boolean isResumed() {
    return index.isResumed && measured(summary, plan().result()) == null;
  }

  /** What was measured, from the events alone. */
  private PhaseFigures counted() {
    double seconds = index.seconds();
    var finished = new HashMap<String, Long>();
    var groups = bins.crew.groups();
    for (int g = 0; g < groups.size(); g++) {
      finished.put(groups.get(g).name(), bins.tallies[g].done);
    }
    var phase = plan().result();
    var measured =
        seconds > 0 && !isResumed()
            ? new MeasuredPhase(phase, finished(), seconds, finished).finding()
            : Finding.NONE;
    return PhaseFigures.of(phase, Finding.NONE, measured, Double.NaN, Double.NaN);
  }

  /** The phases that were run, with what was measured; the last one is the plan. */
  public List<PhaseFigures> phases() {
    return phases;
  }

  public PhaseFigures result() {
    return phases.getLast();
  }

  @Override
  public String verdict() {
    return FarmVerdict.of(this);
  }

  @Override
  public Advice advice() {
    boolean step = StepFolder.run(folder()) != null;
    var words = new LossWords(this);
    return FarmAdvice.of(
            grid(), app(), plan(), step ? plan().result().phase() : null, words.trouble() == null)
        .after(words.remedies());
  }

  @Override
  public Table table() {
    return PhaseTable.text(phases);
  }

  @Override
  public @Nullable Table losses() {
    return new LossWords(this).table();
  }

  @Override
  public Tree json() {
    return new Tree()
        .put("folder", folder().toString())
        .put("state", state())
        .put("tasks", tasks())
        .put("finished", finished())
        .put("failed", failed())
        .put("time_s", promisedSeconds())
        .put("measured_time_s", seconds())
        .put("warnings", warnings)
        .putIfPresent(
            "data",
            summary.data().isEmpty() ? null : summary.data().stream().map(Staging::tree).toList())
        .put("losses", new LossWords(this).json())
        .put("total", json(result().total()))
        .put("clusters", result().working().stream().map(FarmReport::json).toList())
        .put("steps", phases.stream().map(FarmReport::json).toList());
  }

  private static Tree json(PhaseFigures phase) {
    return new Tree()
        .put("phase", phase.phase())
        .put("measured_time_s", phase.time().measured())
        .put("total", json(phase.total()))
        .put("clusters", phase.working().stream().map(FarmReport::json).toList());
  }

  private static Tree json(PhaseFigures.Row row) {
    return new Tree()
        .put("name", row.name())
        .put("workers", row.workers())
        .put("estimated_rate", row.predicted().rate())
        .put("simulated_rate", row.simulated().rate())
        .put("measured_rate", row.measured().rate())
        .put("speedup", row.predicted().speedup())
        .put("simulated_speedup", row.simulated().speedup())
        .put("measured_speedup", row.measured().speedup())
        .put("efficiency", row.predicted().efficiency())
        .put("simulated_efficiency", row.simulated().efficiency())
        .put("measured_efficiency", row.measured().efficiency())
        .put("precision", row.precision())
        .putIfPresent(
            "reference_speedup", Double.isFinite(row.published()) ? row.published() : null);
  }

  @Override
  public RunPage page() {
    return new FarmPage(this);
  }

  /** {@code done}, {@code failed}, {@code stopped}, or {@code unfinished}. */
  public String state() {
    if (!summary.state().isEmpty()) {
      return summary.state();
    }
    return index.isComplete() ? "done" : "unfinished";
  }

  /** Whether a master may be at work still. */
  boolean isGoing() {
    return going && !index.isComplete();
  }

  public long tasks() {
    return plan().tasks();
  }

  public long finished() {
    long counted = Math.max(index.finished, 0);
    if (counted == 0 && summary.standing().finished() < 0) {
      for (var tally : bins.tallies) {
        counted += tally.done;
      }
      counted = Math.min(counted, plan().tasks());
    }
    return Math.max(counted, summary.standing().finished());
  }

  public long failed() {
    return Math.max(0, summary.standing().failed());
  }

  /** Seconds of the run's clock; NaN of a run that is done after an interruption. */
  public double seconds() {
    var last = summary.phase(plan().result());
    if (last != null && Double.isFinite(last.time().measured())) {
      return last.time().measured();
    }
    return isResumed() && finished() >= tasks() ? Double.NaN : index.seconds();
  }

  /** Seconds that the plan promised. */
  public double promisedSeconds() {
    return plan().result().total().promisedSeconds();
  }
}
