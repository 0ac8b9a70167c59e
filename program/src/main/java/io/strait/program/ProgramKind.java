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
import io.strait.kind.rank.RankPatience;
import io.strait.kind.report.Report;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.model.UsageException;
import io.strait.program.candidate.Candidates;
import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlanFile;
import io.strait.program.measure.ProgramMeasurer;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.report.ProgramReport;
import io.strait.program.report.ProgramRuns;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs to port: calculations and the data that flow between them. */
public final class ProgramKind implements Kind<ProgramApp, ProgramPlan> {
  private static final Option MATRIX =
      Option.of("--matrix", "FILE", "Of a program: draw its resource matrix as .svg or .png.");

  private static final Option CANDIDATE =
      Option.of("--candidate", "NAME", "Of a program: which one of the plan (default: the best).");

  @Override
  public FileFormat<ProgramApp, ProgramPlan> files() {
    return ProgramPlanFile.FORMAT;
  }

  @Override
  public List<Option> options(Verb verb) {
    return switch (verb) {
      case PLAN -> concat(ProgramOptions.PLANNING, MATRIX);
      case SIMULATE ->
          Stream.of(ProgramOptions.PLANNING, List.of(CANDIDATE), ProgramRehearsal.OPTIONS)
              .flatMap(List::stream)
              .toList();
      case RUN -> concat(ProgramOptions.PLANNING, Mpi.OPTION, RankPatience.OPTION);
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
  public Answer simulate(PlanFile<ProgramApp, ProgramPlan> plan, Options options, Console console)
      throws IOException {
    @Nullable String name = options.text(CANDIDATE.name());
    var names = plan.plan().candidates().stream().filter(Candidate::isHere).map(Candidate::name);
    if (name != null && names.noneMatch(name::equals)) {
      throw new UsageException(
          "--candidate '%s' is not in the plan, expected one that can be run: %s"
              .formatted(
                  name,
                  plan.plan().candidates().stream()
                      .filter(Candidate::isHere)
                      .map(Candidate::name)
                      .collect(Collectors.joining(", "))));
    }
    var candidate = name == null ? plan.plan().result() : plan.plan().of(name);
    var inputs = Candidates.inputs(plan.inputs(), candidate);
    var flow = new Flow(inputs.grid(), inputs.app());
    var placement = Candidates.placement(flow, candidate);
    var levels = Candidates.levels(flow, candidate);
    return new ProgramRehearsal(options, console)
        .simulate(
            inputs,
            flow,
            placement,
            levels,
            inputs.app().overlap() == Overlap.NONE
                ? Evaluation.inSlices(flow, placement, levels)
                : Evaluation.of(flow, placement));
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
    return Report.read(folders, names, ProgramReport::read, ProgramRuns::new);
  }
}
