package io.strait.stencil;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.FileFormat;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.plan.AppPaths;
import io.strait.kind.plan.Planning;
import io.strait.kind.rank.Mpi;
import io.strait.kind.rank.RankJob;
import io.strait.kind.rank.RankPatience;
import io.strait.kind.report.Report;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.report.PlannedDomain;
import io.strait.stencil.report.StencilReport;
import io.strait.stencil.report.StencilRuns;
import io.strait.stencil.run.Kernel;
import io.strait.stencil.run.Kernels;
import io.strait.stencil.run.StencilNode;
import io.strait.stencil.session.StencilWork;
import io.strait.stencil.show.StencilPlanning;
import io.strait.stencil.show.StencilSimulated;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.page.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stencils: a domain where in every iteration each cell follows from those around it. */
public final class StencilKind implements Kind<StencilApp, StencilPlan> {
  private static final int MOST_RUNS = 10_000;
  private static final Option SEED = Option.of("--seed", "N", "Of everything random (default: 1).");
  private static final Option RUNS =
      Option.of(
          "--runs", "N", "Simulate with N seeds and give mean and 95 % interval (default: 1).");

  @Override
  public FileFormat<StencilApp, StencilPlan> files() {
    return StencilPlanFile.FORMAT;
  }

  @Override
  public List<Option> options(Verb verb) {
    return switch (verb) {
      case PLAN -> List.of();
      case SIMULATE -> List.of(SEED, RUNS);
      case RUN -> List.of(Mpi.OPTION, RankPatience.OPTION);
    };
  }

  @Override
  public AppPaths paths() {
    return AppPaths.of(
        "domain",
        "type",
        "stencil",
        "radius",
        "boundary",
        "iterations",
        "converge",
        "cost-per-cell",
        "processors",
        "checkpoint",
        "frames",
        "strategy",
        "band",
        "run");
  }

  @Override
  public List<String> runKeys() {
    return List.of("strategies");
  }

  @Override
  public Planning<StencilApp, StencilPlan> planning(Options options, RunFile run) {
    return new StencilPlanning();
  }

  @Override
  public Answer simulate(PlanFile<StencilApp, StencilPlan> plan, Options options, Console console) {
    return new StencilSimulated(
        plan.inputs(),
        plan.plan(),
        options.whole(SEED.name(), 1),
        options.whole(RUNS.name(), 1, 1, MOST_RUNS));
  }

  @Override
  public Job<StencilApp, StencilPlan> begin(
      PlanFile<StencilApp, StencilPlan> plan, RunFile run, Path folder, RunSettings settings) {
    return StencilWork.begin(plan, run, settings);
  }

  @Override
  public Job<StencilApp, StencilPlan> resume(
      PlanFile<StencilApp, StencilPlan> plan, RunFolder folder, RunSettings settings)
      throws IOException {
    return StencilWork.resume(plan, folder, settings);
  }

  @Override
  public Report report(List<Path> folders, List<String> names) throws IOException {
    return Report.read(folders, names, StencilReport::read, StencilRuns::new);
  }

  @Override
  public List<Section> planned(PlanFile<StencilApp, StencilPlan> plan, String stage) {
    var inputs = plan.inputs();
    return List.of(PlannedDomain.of(inputs.grid(), inputs.app(), plan.plan(), stage).section());
  }

  /** A host whose rank has neighbours across a gap, because their messages pass the leader. */
  @Override
  public @Nullable String leader(PlanFile<StencilApp, StencilPlan> plan) {
    return RankMatrix.of(plan.inputs().app(), plan.inputs().grid()).borderHost();
  }

  @Override
  public RankJob ranks(
      PlanFile<StencilApp, StencilPlan> plan, ClassLoader loader, @Nullable Path folder) {
    var inputs = plan.inputs();
    var grid = inputs.grid();
    var matrix = RankMatrix.of(inputs.app(), grid);
    Kernel kernel;
    try {
      kernel = Kernels.load(inputs.app(), loader);
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    }
    return new RankJob(
        matrix.ranks().stream().map(of -> grid.clusters().get(of.cluster()).name()).toList(),
        (fabric, hub) -> new StencilNode(fabric, hub, grid, inputs.app(), kernel).run());
  }
}
