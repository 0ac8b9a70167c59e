package io.strait.program;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.FileFormat;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.measure.CommandMeasurer;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.plan.AppPaths;
import io.strait.kind.plan.Planning;
import io.strait.kind.rank.Mpi;
import io.strait.kind.rank.RankJob;
import io.strait.kind.report.Report;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlanFile;
import io.strait.program.measure.ProgramMeasurer;
import io.strait.program.run.ProgramNode;
import io.strait.program.session.ProgramWork;
import io.strait.program.session.Ranks;
import io.strait.program.show.ProgramPlanning;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs to port: calculations and the data that flow between them. */
public final class ProgramKind implements Kind<ProgramApp, ProgramPlan> {
  private static final Option MATRIX =
      Option.of("--matrix", "FILE", "Of a program: draw its resource matrix as .svg or .png.");

  @Override
  public FileFormat<ProgramApp, ProgramPlan> files() {
    return ProgramPlanFile.FORMAT;
  }

  @Override
  public List<Option> options(Verb verb) {
    return switch (verb) {
      case PLAN -> concat(ProgramOptions.PLANNING, MATRIX);
      case SIMULATE -> ProgramOptions.PLANNING;
      case RUN -> concat(ProgramOptions.PLANNING, Mpi.OPTION);
    };
  }

  private static List<Option> concat(List<Option> some, Option... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }

  @Override
  public AppPaths paths() {
    return AppPaths.of(
        "measured-on", "rate", "units", "overlap", "calculations", "data", "place", "run");
  }

  @Override
  public List<String> runKeys() {
    return List.of("steps");
  }

  @Override
  public Planning<ProgramApp, ProgramPlan> planning(Options options, RunFile run) {
    @Nullable Path matrix = options.path(MATRIX.name());
    if (matrix != null) {
      Picture.check(matrix);
      SafeFile.checkWritable(matrix);
    }
    return new ProgramPlanning(ProgramOptions.aim(options), matrix);
  }

  @Override
  public Answer simulate(PlanFile<ProgramApp, ProgramPlan> plan, Options options, Console console) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Job<ProgramApp, ProgramPlan> begin(
      PlanFile<ProgramApp, ProgramPlan> plan, RunFile run, Path folder, RunSettings settings) {
    return ProgramWork.begin(plan, run, settings);
  }

  @Override
  public Job<ProgramApp, ProgramPlan> resume(
      PlanFile<ProgramApp, ProgramPlan> plan, RunFolder folder, RunSettings settings)
      throws IOException {
    return ProgramWork.resume(plan, folder, settings);
  }

  @Override
  public RankJob ranks(
      PlanFile<ProgramApp, ProgramPlan> plan, ClassLoader loader, @Nullable Path folder) {
    var ranks = Ranks.of(plan.inputs(), plan.plan());
    var clusters = plan.inputs().grid().clusters();
    return new RankJob(
        ranks.clusters().stream().map(each -> clusters.get(each).name()).toList(),
        (fabric, hub) ->
            new ProgramNode(
                    fabric,
                    hub,
                    name -> {
                      var candidate = plan.plan().of(name);
                      return new ProgramNode.Variant(ranks.wiring(candidate), candidate.isSerial());
                    },
                    loader)
                .run(folder));
  }

  @Override
  public CommandMeasurer commandMeasurer() {
    return new ProgramMeasurer();
  }

  @Override
  public Report report(List<Path> folders, List<String> names) throws IOException {
    throw new UnsupportedOperationException();
  }
}
