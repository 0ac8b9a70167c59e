package io.strait.farm.report;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Everything that there is to say about one run. */
public final class RunReport {
  private final Path folder;
  private final String name;
  final Inputs<FarmApp> inputs;
  final FarmPlan plan;
  final Summary summary;
  final EventIndex index;
  final EventBins bins;
  private final List<PhaseFigures> phases;
  private final boolean going;
  private final List<String> warnings;
  private final boolean promised;

  private RunReport(
      Path folder,
      String name,
      PlanFile<FarmApp, FarmPlan> content,
      Summary summary,
      EventBins bins,
      boolean going,
      List<String> warnings,
      boolean promised) {
    this.folder = folder;
    this.name = name;
    this.inputs = content.inputs();
    this.plan = content.plan();
    this.summary = summary;
    this.index = bins.index;
    this.bins = bins;
    this.going = going;
    this.warnings = warnings;
    this.promised = promised;
    this.phases = figures();
  }

  /** Reads the folder of a run that has ended, was killed, or still goes on. */
  public static RunReport read(Path folder) throws IOException {
    return read(folder, StepFolder.name(folder));
  }

  /** The same, under a name of its own. */
  public static RunReport read(Path folder, String name) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "%s: no such folder, expected the folder of a run".formatted(folder));
    }
    var content = PhaseFolder.plan(folder);
    PhaseFolder.checkBegun(folder, content.plan());
    // While a master lives, a summary is that of a former life.
    boolean going = Files.exists(folder.resolve("control.json"));
    var summary = Summary.read(folder.resolve("summary.json"));
    var index = EventIndex.read(folder.resolve("events.tsv"));
    var grid = content.inputs().grid();
    var crew = new Crew(index, content.plan(), grid);
    var bins = EventBins.read(index, crew, grid);
    var shown = going ? Summary.NONE : summary;
    // Threads or processes of this machine are not the plan's hosts, unless they emulate them.
    var workers =
        Files.exists(folder.resolve("run.json"))
            ? RunFolder.open(folder).read("run.json").getOrDefault("workers", "none")
            : "none";
    return new RunReport(
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
  private static List<String> warnings(Path folder, Summary summary) throws IOException {
    var found = new ArrayList<String>();
    for (var phase : summary.steps().keySet()) {
      var file = folder.resolve("steps").resolve(phase).resolve("summary.json");
      var warning = Summary.read(file).warning();
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

  /** What the measurements are to be read with, a sentence each. */
  public List<String> warnings() {
    return warnings;
  }

  private List<PhaseFigures> figures() {
    var found = new ArrayList<PhaseFigures>();
    for (var step : plan.steps().subList(0, plan.steps().size() - 1)) {
      var name = step.phase().word();
      var measured = summary.steps().getOrDefault(name, Summary.Phase.NONE);
      if (measured.total().isMeasured()) {
        found.add(PhaseFigures.of(step, measured));
      }
    }
    var last = summary.last().total().isMeasured() ? summary.last() : counted();
    var figures = PhaseFigures.of(plan.result(), last);
    found.add(promised ? figures : figures.ofOtherHosts());
    return found;
  }

  /** What was measured, from the events alone; what was simulated still from the summary. */
  private Summary.Phase counted() {
    double seconds = index.seconds();
    if (!(seconds > 0)) {
      return Summary.Phase.NONE;
    }
    var rates = new LinkedHashMap<String, Double>();
    var groups = bins.crew.groups();
    for (int g = 0; g < groups.size(); g++) {
      rates.put(groups.get(g).name(), bins.tallies[g].done / seconds);
    }
    return PhaseFigures.counted(rates, finished() / seconds, seconds);
  }

  public Path folder() {
    return folder;
  }

  public String name() {
    return name;
  }

  FarmApp app() {
    return inputs.app();
  }

  /** The phases that were run, with what was measured; the last one is the plan. */
  public List<PhaseFigures> phases() {
    return phases;
  }

  public PhaseFigures result() {
    return phases.getLast();
  }

  public String verdict() {
    return RunVerdict.of(this);
  }

  public Advice advice() {
    boolean step = StepFolder.run(folder) != null;
    return Advice.of(inputs.grid(), app(), plan, step ? plan.result().phase() : null);
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
    return plan.tasks();
  }

  public long finished() {
    long counted = Math.max(index.finished, 0);
    if (counted == 0 && summary.finished() < 0) {
      for (var tally : bins.tallies) {
        counted += tally.done;
      }
      counted = Math.min(counted, plan.tasks());
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
    return plan.result().total().timeSeconds();
  }
}
