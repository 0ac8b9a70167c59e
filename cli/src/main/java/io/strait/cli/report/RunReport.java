package io.strait.cli.report;

import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** Everything that there is to say about one run. */
public final class RunReport {
  private final Path folder;
  final Inputs inputs;
  final FarmPlan plan;
  final Summary summary;
  final EventIndex index;
  final EventBins bins;
  private final List<PhaseFigures> phases;
  private final boolean going;

  private RunReport(
      Path folder, PlanFile.Content content, Summary summary, EventBins bins, boolean going) {
    this.folder = folder;
    this.inputs = content.inputs();
    this.plan = content.plan();
    this.summary = summary;
    this.index = bins.index;
    this.bins = bins;
    this.going = going;
    this.phases = figures();
  }

  /** Reads the folder of a run that has ended, was killed, or still goes on. */
  public static RunReport read(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "%s: no such folder, expected the folder of a run".formatted(folder));
    }
    if (!Files.exists(folder.resolve("plan.yaml"))) {
      throw new InputException(
          "%s: not the folder of a run, expected one with plan.yaml".formatted(folder));
    }
    var content = PlanFile.read(Document.read(folder.resolve("plan.yaml")));
    // While a master lives, a summary is that of a former life.
    boolean going = Files.exists(folder.resolve("control.json"));
    var summary = Summary.read(folder.resolve("summary.json"));
    var index = EventIndex.read(folder.resolve("events.tsv"));
    var grid = content.inputs().grid();
    var crew = new Crew(index, content.plan(), grid);
    var bins = EventBins.read(index, crew, grid);
    return new RunReport(folder, content, going ? Summary.NONE : summary, bins, going);
  }

  private List<PhaseFigures> figures() {
    var found = new ArrayList<PhaseFigures>();
    for (var step : plan.steps().subList(0, plan.steps().size() - 1)) {
      var name = step.phase().name().toLowerCase(Locale.ROOT);
      var measured = summary.steps().getOrDefault(name, Summary.Phase.NONE);
      if (measured.total().isMeasured()) {
        found.add(PhaseFigures.of(step, measured));
      }
    }
    var last = summary.last().total().isMeasured() ? summary.last() : counted();
    found.add(PhaseFigures.of(plan.result(), last));
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
    var last = folder.toAbsolutePath().normalize().getFileName();
    return last == null ? folder.toString() : last.toString();
  }

  FarmApp app() {
    return (FarmApp) inputs.app();
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
    return Advice.of(inputs.grid(), app(), plan);
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
