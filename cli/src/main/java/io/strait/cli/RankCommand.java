package io.strait.cli;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.PlanFile;
import io.strait.model.text.StencilPlanFile;
import io.strait.plan.stencil.RankMatrix;
import io.strait.run.fabric.Fabric;
import io.strait.run.fabric.GapFabric;
import io.strait.run.fabric.JoinedFabric;
import io.strait.run.fabric.MpiFabric;
import io.strait.run.fabric.RankLostException;
import io.strait.run.stencil.Kernel;
import io.strait.run.stencil.Kernels;
import io.strait.run.stencil.RankNode;
import io.strait.run.stencil.StencilException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait rank}: one rank of a stencil, alone or in an MPI job. */
@Command(
    name = "rank",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Joins the run of a stencil as one of its ranks. Started by mpirun or srun, ranks of a"
          + " cluster talk over MPI and reach other clusters through the master."
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

  @Override
  public Integer call() throws IOException {
    if ((cluster == null) == (rank == null)) {
      throw new InputException("expected --cluster NAME in an MPI job, or --rank N outside of one");
    }
    var document = Document.read(plan);
    if (!PlanFile.isStencil(document)) {
      throw document.error(document.root(), "the plan is for no stencil, expected one that is");
    }
    var content = StencilPlanFile.read(document);
    var matrix = RankMatrix.of(content.app(), content.inputs().grid());
    var parent = join.parent();
    var identity = connection.identity(parent);
    var loader = classes.install();
    join.followStarter();
    Kernel kernel;
    try {
      kernel = Kernels.load(content.app(), loader);
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    }
    @Nullable MpiFabric mpi = cluster == null ? null : new MpiFabric();
    int first = cluster == null ? 0 : first(content, matrix, cluster);
    int own = mpi == null ? checked(matrix) : first + mpi.rank();
    if (mpi != null && mpi.size() != size(content, matrix, String.valueOf(cluster))) {
      throw new InputException(
          "%d processes for cluster '%s', expected %d: one for every rank"
              .formatted(mpi.size(), cluster, size(content, matrix, String.valueOf(cluster))));
    }
    var patience =
        Duration.ofNanos(
            ConnectionOptions.nanos("--patience", join.patience, Duration.ofSeconds(1)));
    var hub =
        new GapFabric(new GapFabric.Options(parent, identity, run, own, join.token(), patience));
    Fabric fabric = mpi == null ? hub : new JoinedFabric(mpi, hub, first);
    try {
      new RankNode(fabric, hub, content.inputs().grid(), content.app(), kernel).run();
      fabric.close();
      return Main.DONE;
    } catch (RankLostException e) {
      spec.commandLine().getErr().println("strait: " + e.getMessage());
      spec.commandLine().getErr().flush();
      Runtime.getRuntime().halt(Main.FAILED); // MPI would wait for those that are lost
      return Main.FAILED;
    } catch (StencilException e) {
      return failed(fabric, String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
      e.printStackTrace(spec.commandLine().getErr()); // of the kernel
      return failed(fabric, e.toString());
    }
  }

  private int failed(Fabric fabric, String why) {
    fabric.fail(why);
    spec.commandLine().getErr().println("strait: " + why);
    return Main.FAILED;
  }

  private int checked(RankMatrix matrix) {
    int own = rank == null ? 0 : rank;
    if (own < 0 || own >= matrix.ranks().size()) {
      throw new InputException(
          "--rank %d, expected 0 to %d".formatted(own, matrix.ranks().size() - 1));
    }
    return own;
  }

  private static int first(StencilPlanFile.Content content, RankMatrix matrix, String cluster) {
    return matrix.ranks().stream()
        .filter(of -> name(content, of).equals(cluster))
        .mapToInt(RankMatrix.Rank::rank)
        .min()
        .orElseThrow(
            () ->
                new InputException(
                    "--cluster '%s' has no ranks in this plan, expected one of: %s"
                        .formatted(
                            cluster,
                            String.join(
                                ", ",
                                matrix.ranks().stream()
                                    .map(of -> name(content, of))
                                    .distinct()
                                    .toList()))));
  }

  private static long size(StencilPlanFile.Content content, RankMatrix matrix, String cluster) {
    return matrix.ranks().stream().filter(of -> name(content, of).equals(cluster)).count();
  }

  private static String name(StencilPlanFile.Content content, RankMatrix.Rank rank) {
    return content.inputs().grid().clusters().get(rank.cluster()).name();
  }
}
