package io.strait.cli;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.PlanFile;
import io.strait.model.text.RealignPlanFile;
import io.strait.model.text.StencilPlanFile;
import io.strait.plan.realign.Ranks;
import io.strait.plan.stencil.RankMatrix;
import io.strait.run.fabric.Fabric;
import io.strait.run.fabric.GapFabric;
import io.strait.run.fabric.JoinedFabric;
import io.strait.run.fabric.MpiFabric;
import io.strait.run.fabric.RankLostException;
import io.strait.run.realign.RealignException;
import io.strait.run.realign.RealignNode;
import io.strait.run.stencil.Kernel;
import io.strait.run.stencil.Kernels;
import io.strait.run.stencil.RankNode;
import io.strait.run.stencil.StencilException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait rank}: one rank of a stencil or of a realignment, alone or in an MPI job. */
@Command(
    name = "rank",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Joins the run of a stencil or of a realignment as one of its ranks. Started by mpirun or"
          + " srun, ranks of a cluster talk over MPI and reach other clusters through the master."
    },
    footer = {
      "",
      "Examples:",
      "  mpirun -np 3 strait rank plan.yaml --cluster west --run heat-1 --parent"
          + " home.example.org:7077 --identity certs/worker1",
      "  strait rank plan.yaml --rank 4 --run heat-1 --parent localhost:7077 --plaintext"
    })
final class RankCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PLAN", description = "The plan of the run, as its master has it.")
  private Path plan = Path.of("");

  @Option(
      names = "--run",
      required = true,
      paramLabel = "NAME",
      description = "The name of the run; its master says it.")
  private String run = "";

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "The cluster whose ranks this MPI job has.")
  private @Nullable String cluster;

  @Option(
      names = "--rank",
      paramLabel = "N",
      description = "The rank, where it is not part of an MPI job.")
  private @Nullable Integer rank;

  @Mixin private JoinOptions join = new JoinOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClassPathOption classes = new ClassPathOption();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Where a rank of a realignment with data: files keeps them (default: the folder of the"
              + " run, as the master names it).")
  private @Nullable Path folder;

  /** What a rank does once it has joined. */
  private interface Work {
    void run(Fabric fabric, GapFabric hub);
  }

  /**
   * @param clusters of every rank, by name
   */
  private record Job(List<String> clusters, Work work) {}

  @Override
  public Integer call() throws IOException {
    if ((cluster == null) == (rank == null)) {
      throw new InputException("expected --cluster NAME in an MPI job, or --rank N outside of one");
    }
    var job = job(Document.read(plan), classes.install());
    var parent = join.parent();
    var identity = connection.identity(parent);
    join.followStarter();
    @Nullable MpiFabric mpi = cluster == null ? null : new MpiFabric();
    int first = cluster == null ? 0 : first(job.clusters, cluster);
    int own = mpi == null ? checked(job.clusters.size()) : first + mpi.rank();
    if (mpi != null && mpi.size() != size(job.clusters, String.valueOf(cluster))) {
      throw new InputException(
          "%d processes for cluster '%s', expected %d: one for every rank"
              .formatted(mpi.size(), cluster, size(job.clusters, String.valueOf(cluster))));
    }
    var patience =
        Duration.ofNanos(
            ConnectionOptions.nanos("--patience", join.patience, Duration.ofSeconds(1)));
    var hub =
        new GapFabric(new GapFabric.Options(parent, identity, run, own, join.token(), patience));
    Fabric fabric = mpi == null ? hub : new JoinedFabric(mpi, hub, first);
    try {
      job.work.run(fabric, hub);
      fabric.close();
      return Main.DONE;
    } catch (RankLostException e) {
      spec.commandLine().getErr().println("strait: " + e.getMessage());
      spec.commandLine().getErr().flush();
      Runtime.getRuntime().halt(Main.FAILED); // MPI would wait for those that are lost
      return Main.FAILED;
    } catch (StencilException | RealignException e) {
      return failed(fabric, String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
      e.printStackTrace(spec.commandLine().getErr()); // of the kernel
      return failed(fabric, e.toString());
    }
  }

  private Job job(Document document, ClassLoader loader) {
    if (PlanFile.isStencil(document)) {
      return stencil(StencilPlanFile.read(document), loader);
    }
    if (PlanFile.isRealign(document)) {
      return realign(RealignPlanFile.read(document));
    }
    throw document.error(
        document.root(), "the plan is for no stencil, expected one that is, or a realignment");
  }

  private static Job stencil(StencilPlanFile.Content content, ClassLoader loader) {
    var grid = content.inputs().grid();
    var matrix = RankMatrix.of(content.app(), grid);
    Kernel kernel;
    try {
      kernel = Kernels.load(content.app(), loader);
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    }
    return new Job(
        matrix.ranks().stream().map(of -> grid.clusters().get(of.cluster()).name()).toList(),
        (fabric, hub) -> new RankNode(fabric, hub, grid, content.app(), kernel).run());
  }

  private Job realign(RealignPlanFile.Content content) {
    var grid = content.inputs().grid();
    var ranks = Ranks.of(grid);
    return new Job(
        IntStream.range(0, ranks.size())
            .mapToObj(each -> ranks.clusterName(ranks.clusterOf(each)))
            .toList(),
        (fabric, hub) ->
            new RealignNode(fabric, hub, grid, content.app(), content.plan().numberings())
                .run(folder));
  }

  private int failed(Fabric fabric, String why) {
    fabric.fail(why);
    spec.commandLine().getErr().println("strait: " + why);
    return Main.FAILED;
  }

  private int checked(int ranks) {
    int own = rank == null ? 0 : rank;
    if (own < 0 || own >= ranks) {
      throw new InputException("--rank %d, expected 0 to %d".formatted(own, ranks - 1));
    }
    return own;
  }

  private static int first(List<String> clusters, String cluster) {
    int first = clusters.indexOf(cluster);
    if (first < 0) {
      throw new InputException(
          "--cluster '%s' has no ranks in this plan, expected one of: %s"
              .formatted(cluster, String.join(", ", clusters.stream().distinct().toList())));
    }
    return first;
  }

  private static long size(List<String> clusters, String cluster) {
    return clusters.stream().filter(cluster::equals).count();
  }
}
