package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.file.PlanFile;
import io.strait.kind.option.Options;
import io.strait.kind.rank.RankJob;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.RunFailure;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import io.strait.transport.fabric.JoinedFabric;
import io.strait.transport.fabric.MpiFabric;
import io.strait.transport.fabric.RankLostException;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
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
      description = "The name of the run, as its master prints it.")
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

  private final Kinds kinds;

  RankCommand(Kinds kinds) {
    this.kinds = kinds;
  }

  @Override
  public Integer call() throws Exception {
    if ((cluster == null) == (rank == null)) {
      throw new InputException("expected --cluster NAME in an MPI job, or --rank N outside of one");
    }
    var document = Document.read(plan);
    var job = job(kinds.ofPlan(document), document, classes.install());
    var parent = join.parent();
    var identity = join.identity(connection);
    join.followStarter();
    @Nullable MpiFabric mpi = cluster == null ? null : new MpiFabric(neighbours(job));
    if (mpi == null) {
      return run(job, null, 0, parent, identity);
    }
    int code;
    try {
      code = run(job, mpi, first(job.clusters(), String.valueOf(cluster)), parent, identity);
    } catch (IOException | RuntimeException e) {
      code = Main.failure(e, spec.commandLine(), Main.console(spec).err());
    }
    if (code != ExitCode.DONE) {
      Main.console(spec).err().flush();
      mpi.abort(code); // the other ranks of the job may wait for this one
    }
    return code;
  }

  private int run(
      RankJob job,
      @Nullable MpiFabric mpi,
      int first,
      InetSocketAddress parent,
      @Nullable Identity identity)
      throws IOException {
    int own = mpi == null ? checked(job.clusters().size()) : first + mpi.rank();
    if (mpi != null && mpi.size() != size(job.clusters(), String.valueOf(cluster))) {
      throw new InputException(
          "%d processes for cluster '%s', expected %d: one for every rank"
              .formatted(mpi.size(), cluster, size(job.clusters(), String.valueOf(cluster))));
    }
    var patience =
        Duration.ofNanos(Options.nanos("--patience", join.patience, Duration.ofSeconds(1)));
    var hub =
        new GapFabric(
            new GapFabric.Options(
                parent, identity, run, own, join.token(), patience, line -> say(own, line)));
    Fabric fabric = mpi == null ? hub : new JoinedFabric(mpi, hub, first);
    try {
      job.run(fabric, hub);
      fabric.close();
      return ExitCode.DONE;
    } catch (RankLostException e) {
      Main.console(spec).say("strait: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (RunFailure e) {
      return failed(fabric, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      e.printStackTrace(Main.console(spec).err()); // of the kernel
      return failed(fabric, e.toString());
    }
  }

  private void say(int own, String line) {
    Main.console(spec).say("strait: rank %d: %s".formatted(own, line));
  }

  /** How many ranks are surely on this machine: all, if their starter is here. */
  private int neighbours(RankJob job) {
    return join.hasStarter() ? job.clusters().size() : 1;
  }

  private <A extends App, P> RankJob job(Kind<A, P> kind, Document document, ClassLoader loader) {
    var file = PlanFile.read(document, kind.files());
    @Nullable RankJob job = kind.ranks(file, loader, folder);
    if (job == null) {
      throw document.error(
          document.root(),
          "the plan is for %s, which has no ranks; expected a plan for a kind that has ranks"
              .formatted(kind.noun()));
    }
    return job;
  }

  private int failed(Fabric fabric, String why) {
    fabric.fail(why);
    awaitEcho(fabric);
    Main.console(spec).say("strait: " + why);
    return ExitCode.FAILED;
  }

  /** The master tells every rank of a loss: once it has, the reason is there and not only sent. */
  private static void awaitEcho(Fabric fabric) {
    try {
      for (int i = 0; i < 40; i++) {
        fabric.await(50_000_000);
      }
    } catch (RankLostException e) {
      // It is there.
    }
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
