package io.strait.realign;

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
import io.strait.model.PlanException;
import io.strait.model.text.Document;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlanFile;
import io.strait.realign.file.SpreadEdit;
import io.strait.realign.plan.Ranks;
import io.strait.realign.plan.RealignPlanner.Method;
import io.strait.realign.report.RealignReport;
import io.strait.realign.report.RealignRuns;
import io.strait.realign.report.TrafficPicture;
import io.strait.realign.run.RealignNode;
import io.strait.realign.session.RealignWork;
import io.strait.realign.show.RankFile;
import io.strait.realign.show.RealignPlanning;
import io.strait.realign.show.RealignSimulated;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.SafeFile;
import io.strait.view.page.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Realignments: an array that is distributed in one way and needed in another. */
public final class RealignKind implements Kind<RealignApp, RealignPlan> {
  private static final Option METHOD =
      Option.of(
          "--method",
          "flow|paper",
          "Of a realignment, flow: exact (default); paper: the algorithm of paper realign.");
  private static final Option RANKFILE =
      Option.of(
          "--rankfile",
          "FILE",
          "Of a realignment: write where MPI is to start each rank, for programs of your own.");
  private static final Option MPI =
      Option.of(
          "--mpi",
          "openmpi|mpich",
          "With --rankfile: a rankfile for Open MPI (default), or a hostfile in the order of ranks"
              + " for MPICH.");

  /** How the command line names methods, as it does for other kinds. */
  private enum MethodWord {
    FLOW,
    PAPER
  }

  @Override
  public FileFormat<RealignApp, RealignPlan> files() {
    return RealignPlanFile.FORMAT;
  }

  @Override
  public String noun() {
    return "a realignment";
  }

  @Override
  public String plural() {
    return "realignments";
  }

  @Override
  public List<Option> options(Verb verb) {
    return switch (verb) {
      case PLAN -> List.of(METHOD, RANKFILE, MPI);
      case SIMULATE -> List.of(METHOD);
      case RUN -> List.of(METHOD, Mpi.OPTION, RankPatience.OPTION);
    };
  }

  @Override
  public AppPaths paths() {
    return SpreadEdit.PATHS;
  }

  @Override
  public List<String> runKeys() {
    return List.of("steps");
  }

  /** A plan's figures are counted anew from its numberings: a user may have edited them. */
  @Override
  public PlanFile<RealignApp, RealignPlan> open(Document document) {
    var file = PlanFile.read(document, files());
    try {
      return new PlanFile<>(
          file.inputs(),
          RealignTiming.counted(file.inputs().grid(), file.inputs().app(), file.plan()));
    } catch (PlanException e) {
      throw document.error(document.root(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Planning<RealignApp, RealignPlan> planning(Options options, RunFile run) {
    @Nullable MethodWord method = options.choice(METHOD.name(), MethodWord.class);
    @Nullable Path rankfile = options.path(RANKFILE.name());
    // Without a rankfile it may be the option of strait run, which has the name but other values.
    @Nullable RankFile mpi = rankfile == null ? null : options.choice(MPI.name(), RankFile.class);
    SafeFile.checkWritable(rankfile);
    return new RealignPlanning(
        method == MethodWord.PAPER ? Method.PAPER : Method.EXACT,
        rankfile,
        mpi == null ? RankFile.OPENMPI : mpi,
        options.has(MPI.name()));
  }

  @Override
  public Answer simulate(PlanFile<RealignApp, RealignPlan> plan, Options options, Console console) {
    return new RealignSimulated(plan.inputs(), plan.plan());
  }

  @Override
  public Job<RealignApp, RealignPlan> begin(
      PlanFile<RealignApp, RealignPlan> plan, RunFile run, Path folder, RunSettings settings) {
    return RealignWork.begin(plan, run, folder, settings);
  }

  @Override
  public Job<RealignApp, RealignPlan> resume(
      PlanFile<RealignApp, RealignPlan> plan, RunFolder folder, RunSettings settings)
      throws IOException {
    return RealignWork.resume(plan, folder, settings);
  }

  @Override
  public Report report(List<Path> folders, List<String> names) throws IOException {
    return Report.read(folders, names, RealignReport::read, RealignRuns::new);
  }

  @Override
  public List<Section> planned(PlanFile<RealignApp, RealignPlan> plan, String stage) {
    var inputs = plan.inputs();
    return List.of(new TrafficPicture(inputs.grid(), inputs.app(), plan.plan()).section());
  }

  @Override
  public RankJob ranks(
      PlanFile<RealignApp, RealignPlan> plan, ClassLoader loader, @Nullable Path folder) {
    var grid = plan.inputs().grid();
    var ranks = Ranks.of(grid);
    return new RankJob(
        IntStream.range(0, ranks.size())
            .mapToObj(each -> ranks.clusterName(ranks.clusterOf(each)))
            .toList(),
        (fabric, hub) ->
            new RealignNode(fabric, hub, grid, plan.inputs().app(), plan.plan().numberings())
                .run(folder));
  }
}
