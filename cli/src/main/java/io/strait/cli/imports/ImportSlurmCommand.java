package io.strait.cli.imports;

import io.strait.kind.run.ExitCode;
import io.strait.measure.slurm.SlurmCluster;
import io.strait.measure.slurm.SlurmGrid;
import io.strait.measure.slurm.SlurmReport;
import io.strait.model.UsageException;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.view.Format;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait import slurm}. */
@Command(
    name = "slurm",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes hosts of a grid file of the nodes that Slurm has.",
      "",
      "Nodes with the same cores, memory and partitions whose names differ in a number become one"
          + " group; a comment names them. Cores are what jobs may have, without further threads."
          + " available is the mean share of CPUs that neither jobs have nor processes use, and 1"
          + " %% at least. Nodes that are down, drained or otherwise not in service are left out,"
          + " with a comment.",
      "With --into the hosts go into a grid file that is there: count, cores and available change,"
          + " other keys and comments stay. A cluster that it does not have is added, with a link"
          + " whose figures are still to be measured.",
      "Slurm knows neither speeds nor networks: see strait measure."
    },
    footer = {
      "",
      "Examples:",
      "  strait import slurm -o grid.yaml                     asks the Slurm of this machine",
      "  ssh east scontrol show nodes -o > east.txt",
      "  strait import slurm east.txt --cluster east -o grid.yaml",
      "  strait import slurm west.json --cluster west --into grid.yaml"
    })
final class ImportSlurmCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "What sinfo --json, scontrol show nodes -o or scontrol show nodes --json printed; none to"
              + " ask the Slurm of this machine.")
  private List<Path> files = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write a new grid to this file instead of printing it.")
  private @Nullable Path output;

  @Option(
      names = "--into",
      paramLabel = "GRID",
      description = "Write the hosts into this grid file, which exists.")
  private @Nullable Path into;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "The name of the cluster in the grid (default: what Slurm calls it, or slurm).")
  private @Nullable String name;

  @Option(
      names = "--idle",
      description = "Take hosts as if nobody used them, with all of their CPUs available.")
  private boolean isIdle;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the grid: as a grid file (default) or as JSON.")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    if (output != null && into != null) {
      throw new UsageException("-o %s and --into %s, expected one of them".formatted(output, into));
    }
    if (name != null && !GridFile.isName(name)) {
      throw new UsageException(
          "--cluster '%s', expected letters, digits, '_', '.' and '-'".formatted(name));
    }
    if (output != null && Files.exists(output)) {
      throw new UsageException(
          "-o %1$s is there already, expected a new file, or --into %1$s to add the cluster to it"
              .formatted(output));
    }
    SafeFile.checkWritable(output);
    @Nullable String old = into == null ? null : ImportIperfCommand.grid(into);
    var report = files.isEmpty() ? SlurmReport.ask() : SlurmReport.read(files);
    var cluster = SlurmCluster.of(report, isIdle);
    var called = name == null ? report.clusterName() : name;
    var written =
        into == null || old == null
            ? SlurmGrid.create(from(report), called, cluster)
            : SlurmGrid.write(into.toString(), old, called, cluster);
    var err = spec.commandLine().getErr();
    written.notes().forEach(err::println);
    @Nullable Path to = into == null ? output : into;
    if (to == null) {
      spec.commandLine()
          .getOut()
          .print(format == Format.JSON ? GridTree.of(written.grid()).json() : written.text());
      spec.commandLine().getOut().flush();
    } else {
      SafeFile.write(to, written.text().getBytes(StandardCharsets.UTF_8));
      err.println("wrote " + to);
    }
    return ExitCode.DONE;
  }

  /** What was read, for a comment: the names of the files, wherever they lie. */
  private String from(SlurmReport report) {
    return files.isEmpty()
        ? report.source()
        : String.join(
            ", ", files.stream().map(file -> String.valueOf(file.getFileName())).toList());
  }
}
