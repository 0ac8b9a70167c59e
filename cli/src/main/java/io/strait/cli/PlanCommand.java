package io.strait.cli;

import io.strait.model.FarmApp;
import io.strait.model.RealignApp;
import io.strait.model.RealignPlan;
import io.strait.model.StencilApp;
import io.strait.model.text.Inputs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait plan}: is it worth it, which machines, with which settings? */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Says what using the clusters together will bring, and picks machines and settings.",
    footer = {
      "",
      "Examples:",
      "  strait plan examples/three-continents",
      "  strait plan grid.yaml app.yaml --master auto --objective fewest -o plan.yaml",
      "  strait plan examples/three-continents --what-if"
          + " 'links[argentina-spain].bandwidth=100KiB/s'",
      "  strait plan examples/three-continents --sweep"
          + " 'links[argentina-spain].bandwidth=5KiB/s..60KiB/s:12' --plot gap.svg",
      "  strait plan examples/three-continents --format json | jq .total.speedup",
      "  strait plan examples/heat --sweep 'links[east-west].latency=0ms..700ms:8' --plot gap.png",
      "  strait plan examples/realign --plot table.svg --rankfile ranks.txt"
    })
final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "GRID APP",
      description =
          "A grid file and an app file; a folder with grid.yaml and app.yaml; a plan file; or an"
              + " app file alone, which means this machine as the grid.")
  private List<Path> files = List.of();

  @Mixin private PlanningOptions planning = new PlanningOptions();

  @Option(
      names = "--refine",
      description =
          "Rehearse the plan by simulation and improve workers, windows and combining by what it"
              + " shows.")
  private boolean refine;

  @Option(
      names = "--what-if",
      paramLabel = "PATH=VALUE",
      description =
          "Change a value and show old and new side by side; may be repeated. Paths:"
              + " docs/files.md.")
  private List<String> whatIf = List.of();

  @Option(
      names = "--sweep",
      paramLabel = "PATH=from..to[:steps]",
      description = "Plan for each of several values and print what changes along them.")
  private @Nullable String sweep;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description =
          "With --sweep: draw it, as .svg or .png. Of a realignment without: draw who sends to"
              + " whom, before and after.")
  private @Nullable Path plot;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the plan to this file.")
  private @Nullable Path output;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the answer (default: text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--rankfile",
      paramLabel = "FILE",
      description =
          "Of a realignment: write where MPI is to start each rank, for programs of your own.")
  private @Nullable Path rankfile;

  @Option(
      names = "--mpi",
      paramLabel = "openmpi|mpich",
      defaultValue = "openmpi",
      description =
          "With --rankfile: a rankfile for Open MPI (default), or a hostfile in the order of ranks"
              + " for MPICH.")
  private RankFile mpi = RankFile.OPENMPI;

  @Override
  public Integer call() throws IOException {
    check();
    var changes = whatIf.stream().map(text -> Change.parse("--what-if", text)).toList();
    var before = InputFiles.find(files);
    var options = planning.options(spec, before.run());
    var inputs = Inputs.read(before.grid(), before.app());
    var after = before;
    for (var change : changes) {
      after = change.apply(after);
    }
    if (!changes.isEmpty()) {
      inputs = changes.getLast().read(after);
    }
    switch (inputs.app()) {
      case FarmApp farm -> plan(new FarmPlanning(options, refine), before, changes, after, inputs);
      case StencilApp stencil -> plan(new StencilPlanning(), before, changes, after, inputs);
      case RealignApp realign -> {
        var kind = new RealignPlanning(options.method());
        @Nullable RealignPlan plan = plan(kind, before, changes, after, inputs);
        if (plan != null) {
          write(inputs, plan);
        }
      }
    }
    return Main.DONE;
  }

  /** What can be said before any file is read. */
  private void check() {
    if (files.size() > 2) {
      throw new ParameterException(
          spec.commandLine(),
          "'%s' is one file too many, expected GRID APP".formatted(files.get(2)));
    }
    if (sweep != null && (output != null || rankfile != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "--%s holds one plan, expected no --sweep with it"
              .formatted(output != null ? "output" : "rankfile"));
    }
    if (rankfile == null && spec.commandLine().getParseResult().hasMatchedOption("--mpi")) {
      throw new ParameterException(
          spec.commandLine(),
          "--mpi says for whom a rankfile is, expected --rankfile FILE with it");
    }
    for (var file : Arrays.asList(plot, output, rankfile)) {
      SafeFile.checkWritable(file, spec.commandLine());
    }
    if (plot != null) {
      Plot.check(plot);
    }
  }

  /** Plans, or sweeps; the plan, or null after a sweep. */
  private <P> @Nullable P plan(
      PlanKind<P> kind, InputFiles before, List<Change> changes, InputFiles after, Inputs inputs)
      throws IOException {
    Planning.refuse(spec, inputs, kind.word(), kind.options());
    if (sweep == null && plot != null && !(inputs.app() instanceof RealignApp)) {
      throw new ParameterException(
          spec.commandLine(), "--plot draws a sweep, expected --sweep PATH=from..to with it");
    }
    var planning = new Planning<>(spec, format, kind);
    if (sweep != null) {
      planning.sweep(after, Sweep.parse(sweep), plot);
      return null;
    }
    return planning.plan(before, changes, inputs, output);
  }

  /** What a realignment's plan may be besides: a picture, a file for MPI. */
  private void write(Inputs inputs, RealignPlan plan) throws IOException {
    var err = spec.commandLine().getErr();
    if (plot != null) {
      SafeFile.write(plot, RealignPlot.draw(plot, inputs, plan));
      err.println("wrote " + plot);
    }
    if (rankfile != null) {
      SafeFile.write(rankfile, mpi.text(inputs, plan).getBytes(StandardCharsets.UTF_8));
      err.println(
          "wrote %s, for: %s"
              .formatted(rankfile, mpi.command(rankfile, plan.numberings().getFirst().size())));
    }
  }
}
