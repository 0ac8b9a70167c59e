package io.strait.farm;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.file.FarmRunFile;
import io.strait.farm.job.FarmRunOptions;
import io.strait.farm.job.FarmRunner;
import io.strait.farm.job.StockOption;
import io.strait.farm.live.LiveFarm;
import io.strait.farm.measure.FarmMeasurer;
import io.strait.farm.planning.FarmPlanning;
import io.strait.farm.report.FarmReport;
import io.strait.farm.report.FarmRuns;
import io.strait.farm.report.RunSeries;
import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.FileFormat;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.live.LiveRun;
import io.strait.kind.measure.AppMeasurer;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.plan.AppPaths;
import io.strait.kind.plan.Planning;
import io.strait.kind.report.Report;
import io.strait.kind.run.Job;
import io.strait.kind.run.NodeCommand;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.measure.series.StoredSeries;
import io.strait.view.Answer;
import io.strait.view.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Task farms: many independent tasks, a master that hands them out and takes the results. */
public final class FarmKind implements Kind<FarmApp, FarmPlan> {
  private static final Option REFINE =
      Option.flag(
          "--refine",
          "Rehearse the plan by simulation and improve workers, windows and combining by what it"
              + " shows.");

  @Override
  public FileFormat<FarmApp, FarmPlan> files() {
    return FarmPlanFile.FORMAT;
  }

  @Override
  public List<Option> options(Verb verb) {
    return switch (verb) {
      case PLAN -> concat(FarmOptions.PLANNING, List.of(StockOption.OPTION, REFINE));
      case SIMULATE ->
          concat(FarmOptions.PLANNING, concat(RehearsalOptions.ALL, FarmRehearsal.OPTIONS));
      case RUN -> concat(FarmOptions.PLANNING, FarmRunOptions.ALL);
    };
  }

  private static List<Option> concat(List<Option> one, List<Option> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  @Override
  public AppPaths paths() {
    return AppPaths.of("tasks", "input", "output", "reduce", "work", "master-work", "run");
  }

  @Override
  public List<String> runKeys() {
    return FarmRunFile.KEYS;
  }

  @Override
  public RunFile madeWith(FarmPlan plan) {
    return FarmRunFile.of(plan);
  }

  @Override
  public Planning<FarmApp, FarmPlan> planning(Options options, RunFile run) {
    return new FarmPlanning(
        FarmOptions.planning(options, run),
        options.has(REFINE.name()),
        plan -> StockOption.apply(plan, options),
        inputs -> FarmOptions.checkMaster(inputs, options, run),
        List.of());
  }

  @Override
  public Answer simulate(PlanFile<FarmApp, FarmPlan> plan, Options options, Console console)
      throws IOException {
    return new FarmRehearsal(options, console).simulate(plan);
  }

  @Override
  public Job<FarmApp, FarmPlan> begin(
      PlanFile<FarmApp, FarmPlan> plan, RunFile run, Path folder, RunSettings settings)
      throws IOException {
    return FarmRunner.begin(plan, run, folder, settings);
  }

  @Override
  public Job<FarmApp, FarmPlan> resume(
      PlanFile<FarmApp, FarmPlan> plan, RunFolder folder, RunSettings settings) throws IOException {
    return FarmRunner.resume(plan, folder, settings);
  }

  @Override
  public String leader(PlanFile<FarmApp, FarmPlan> plan) {
    return plan.plan().master();
  }

  @Override
  public Report report(List<Path> folders, List<String> names) throws IOException {
    return Report.read(folders, names, FarmReport::read, FarmRuns::new);
  }

  @Override
  public LiveRun watch(Path folder) throws IOException {
    return new LiveFarm(folder);
  }

  @Override
  public List<StoredSeries> observed(Path folder, double step) throws IOException {
    return RunSeries.read(folder, step);
  }

  @Override
  public AppMeasurer measurer() {
    return new FarmMeasurer();
  }

  @Override
  public List<NodeCommand> nodes() {
    return List.of(GatewayProcess.COMMAND, WorkerProcess.COMMAND);
  }
}
