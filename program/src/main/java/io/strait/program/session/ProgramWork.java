package io.strait.program.session;

import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.rank.RankComparison;
import io.strait.kind.rank.RankControl;
import io.strait.kind.rank.RankRunner;
import io.strait.kind.rank.RankStage;
import io.strait.kind.rank.RankWork;
import io.strait.kind.report.Promise;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFailure;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.program.outcome.ProgramMeasured;
import io.strait.program.outcome.ProgramSummary;
import io.strait.program.run.JavaCodes;
import io.strait.program.run.ProgramOutcome;
import io.strait.program.run.StreamCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code strait run} for a program: a stage for every candidate, the plan's own last. */
public final class ProgramWork implements RankWork<ProgramOutcome, ProgramMeasured> {
  private final PlanFile<ProgramApp, ProgramPlan> file;
  private final List<RankStage> stages;
  private final RunSettings settings;

  private ProgramWork(
      PlanFile<ProgramApp, ProgramPlan> file, List<RankStage> stages, RunSettings settings) {
    this.file = file;
    this.stages = stages;
    this.settings = settings;
    JavaCodes.findIdle(file.inputs().app())
        .ifPresent(
            calculation -> {
              throw file.inputs()
                  .appDocument()
                  .error(
                      node(calculation, ""),
                      "calculation '%s' has nothing to run, expected run: … of its own or of the app"
                          .formatted(calculation));
            });
    try {
      JavaCodes.check(file.inputs().app(), settings.loader());
    } catch (IllegalArgumentException e) {
      throw file.inputs()
          .appDocument()
          .error(file.inputs().appNode("run"), String.valueOf(e.getMessage()));
    }
    StreamCheck.find(file.inputs().app(), settings.loader())
        .ifPresent(
            misfit -> {
              throw file.inputs()
                  .appDocument()
                  .error(node(misfit.calculation(), "stream"), misfit.message());
            });
  }

  /** Where the app file has a key of a calculation, or else the calculation. */
  private Node node(String calculation, String key) {
    if (file.inputs().appNode("calculations") instanceof Node.Mapping all
        && all.get(calculation) instanceof Node.Mapping found) {
      @Nullable Node node = found.get(key);
      return node == null ? found : node;
    }
    return file.inputs().appNode("calculations");
  }

  /** A new run. */
  public static Job<ProgramApp, ProgramPlan> begin(
      PlanFile<ProgramApp, ProgramPlan> file, RunFile run, RunSettings settings) {
    return job(file, stages(file, run, settings), settings);
  }

  /** A run that goes on. */
  public static Job<ProgramApp, ProgramPlan> resume(
      PlanFile<ProgramApp, ProgramPlan> file, RunFolder folder, RunSettings settings)
      throws IOException {
    return job(file, RankStage.read(folder, names(file.plan())), settings);
  }

  private static Job<ProgramApp, ProgramPlan> job(
      PlanFile<ProgramApp, ProgramPlan> file, List<RankStage> stages, RunSettings settings) {
    return new RankRunner<>(file, stages, settings, new ProgramWork(file, stages, settings));
  }

  /** Candidates that can be run. */
  private static List<String> names(ProgramPlan plan) {
    return plan.candidates().stream().filter(Candidate::isHere).map(Candidate::name).toList();
  }

  /** The candidates that were asked for, or else the best. */
  private static List<RankStage> stages(
      PlanFile<ProgramApp, ProgramPlan> file, RunFile run, RunSettings settings) {
    var names = names(file.plan());
    var wanted = new ArrayList<String>();
    boolean given = !settings.steps().isEmpty();
    for (var word : given ? settings.steps() : run.texts("steps", "a step")) {
      if (!names.contains(word)) {
        var message =
            "%s '%s', expected candidates of the plan: %s"
                .formatted(given ? "--steps" : "steps has", word, String.join(", ", names));
        throw given ? new InputException(message) : run.error("steps", word, message);
      }
      wanted.remove(word);
      wanted.add(word);
    }
    if (wanted.isEmpty()) {
      wanted.add(file.plan().best());
    }
    return wanted.stream()
        .map(
            name ->
                new RankStage(
                    name,
                    settings
                        .timeScale()
                        .of(file.plan().of(name).timeSeconds(), run, settings.workers())))
        .toList();
  }

  @Override
  public RankControl.Counted counted() {
    var app = file.inputs().app();
    return new RankControl.Counted(
        "step", app.unit(), app.units(), "Units of the run.", "Units that have ended.");
  }

  @Override
  public @Nullable ProgramMeasured read(Path folder) throws IOException {
    return ProgramMeasured.read(folder);
  }

  @Override
  public ProgramStep step(RankStage stage, Path folder) {
    return new ProgramStep(file, stage, folder, settings);
  }

  @Override
  public String remedy(RankStage stage, Path folder, RunFailure failure) {
    return "begin again";
  }

  @Override
  public RankComparison compare(List<ProgramMeasured> measured, Path folder) {
    var outcomes = new ArrayList<CandidateOutcome>();
    for (int i = 0; i < stages.size(); i++) {
      var stage = stages.get(i);
      var plan = file.plan().of(stage.name());
      outcomes.add(outcome(plan, stage, measured.get(i)));
    }
    return new ProgramComparison(new ProgramSummary(file.plan(), outcomes));
  }

  private CandidateOutcome outcome(Candidate plan, RankStage stage, ProgramMeasured measured) {
    double seconds = measured.secondsPerUnit();
    if (!ProgramStep.promises(stage, settings)) {
      var nothing = new Promise(Double.NaN, Double.NaN, seconds);
      return new CandidateOutcome(plan, stage.scale(), nothing, null, measured);
    }
    var simulated = Rehearsal.of(file.inputs(), plan);
    return new CandidateOutcome(
        plan,
        stage.scale(),
        new Promise(plan.secondsPerUnit(measured.units()), simulated.secondsPerUnit(), seconds),
        simulated.busiest(),
        measured);
  }
}
