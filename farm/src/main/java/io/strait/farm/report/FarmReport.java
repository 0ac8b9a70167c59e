package io.strait.farm.report;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.RunPage;
import io.strait.kind.report.RunReport;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** All that there is to say of one run of a farm. */
public final class FarmReport extends RunReport<FarmApp, FarmPlan> {
  final FarmSummary summary;
  final EventIndex index;
  final EventBins bins;
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
    // While a master lives, a summary is that of a former life.
    boolean going = Files.exists(folder.resolve("control.json"));
    var summary = FarmSummary.read(folder.resolve("summary.json"));
    var index = EventIndex.read(folder.resolve("events.tsv"));
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
        warnings(folder, shown),
        index.scale != 1 || workers.equals("none") || summary.last().total().isMeasured());
  }

  /** What the figures of each phase are to be read with. */
  private static List<String> warnings(Path folder, FarmSummary summary) throws IOException {
    var found = new ArrayList<String>();
    for (var phase : summary.steps().keySet()) {
      var file = folder.resolve("steps").resolve(phase).resolve("summary.json");
      var warning = FarmSummary.read(file).warning();
      if (!warning.isEmpty()) {
        found.add(phase + ": " + warning);
      }
    }
    if (!summary.warning().isEmpty()) {
      found.add(summary.warning());
    }
    return found;
  }

  /** Whether the plan promises anything of those who computed. */
  boolean isPromised() {
    return promised;
  }

  @Override
  public List<String> warnings() {
    return warnings;
  }

  @Override
  public List<String> notes() {
    return plan().notes();
  }

  private List<PhaseFigures> figures() {
    var found = new ArrayList<PhaseFigures>();
    for (var step : plan().steps().subList(0, plan().steps().size() - 1)) {
      var name = step.phase().word();
      var measured = summary.steps().getOrDefault(name, FarmSummary.Phase.NONE);
      if (measured.total().isMeasured()) {
        found.add(PhaseFigures.of(step, measured));
      }
    }
    var last = summary.last().total().isMeasured() ? summary.last() : counted();
    var figures = PhaseFigures.of(plan().result(), last);
    found.add(promised ? figures : figures.ofOtherHosts());
    return found;
  }

  /** What was measured, from the events alone; what was simulated still from the summary. */
  private FarmSummary.Phase counted() {
    double seconds = index.seconds();
    if (!(seconds > 0)) {
      return FarmSummary.Phase.NONE;
    }
    var rates = new LinkedHashMap<String, Double>();
    var groups = bins.crew.groups();
    for (int g = 0; g < groups.size(); g++) {
      rates.put(groups.get(g).name(), bins.tallies[g].done / seconds);
    }
    return PhaseFigures.counted(rates, finished() / seconds, seconds);
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
    return FarmAdvice.of(grid(), app(), plan(), step ? plan().result().phase() : null);
  }

  @Override
  public Table table() {
    return PhaseTable.text(phases);
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
        .put("total", result().total().json())
        .put("clusters", result().clusters().stream().map(PhaseFigures.Row::json).toList())
        .put("steps", phases.stream().map(PhaseFigures::json).toList());
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
    if (counted == 0 && summary.finished() < 0) {
      for (var tally : bins.tallies) {
        counted += tally.done;
      }
      counted = Math.min(counted, plan().tasks());
    }
    return Math.max(counted, summary.finished());
  }

  public long failed() {
    return Math.max(0, summary.failed());
  }

  /** Seconds of the run's clock. */
  public double seconds() {
    return Double.isFinite(summary.measuredTime()) ? summary.measuredTime() : index.seconds();
  }

  /** Seconds that the plan promised. */
  public double promisedSeconds() {
    return plan().result().total().timeSeconds();
  }
}
