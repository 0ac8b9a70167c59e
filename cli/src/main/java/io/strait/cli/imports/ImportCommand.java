package io.strait.cli.imports;

import io.strait.kind.run.ExitCode;
import io.strait.measure.simgrid.SimGridPlatform;
import io.strait.model.text.GridTree;
import io.strait.view.Format;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait import}: grids from what other tools know about machines. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    subcommands = {ImportCommand.SimGrid.class, ImportSlurmCommand.class, ImportIperfCommand.class},
    synopsisSubcommandLabel = "FORMAT",
    description = "Makes a grid file, or parts of it, of what other tools know.",
    footer = {
      "",
      "Examples:",
      "  strait import simgrid platform.xml -o grid.yaml",
      "  strait import slurm -o grid.yaml",
      "  strait import iperf3 test.json --between a,b --into grid.yaml",
      "  strait import simgrid --help                 what becomes of what"
    })
public final class ImportCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "no format given, expected: strait import simgrid FILE, slurm or iperf3");
  }

  /** {@code strait import simgrid}. */
  @Command(
      name = "simgrid",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Makes a grid file of a SimGrid platform (XML, version 4 or 4.1).",
        "",
        "A <cluster>, and a <zone> or <AS> with hosts, becomes a cluster. If only one zone has"
            + " hosts, those with routes of at most 1 ms between them become a cluster. Hosts keep"
            + " speed and cores.",
        "The LAN has the bandwidth of the backbone, or else of the narrowest host link, and the"
            + " latency from host to host.",
        "A <zoneRoute> or <ASroute> becomes a link: the narrowest bandwidth, the sum of latencies,"
            + " half duplex if SHARED, full if SPLITDUPLEX. Routers are passed through.",
        "What a grid cannot say is left out, with a warning on standard error."
      },
      footer = {
        "",
        "Examples:",
        "  strait import simgrid examples/imported-platform/platform.xml",
        "  strait import simgrid platform.xml -o grid.yaml && strait plan grid.yaml app.yaml"
      })
  static final class SimGrid implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The platform file.")
    private Path file = Path.of("");

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "Write the grid to this file instead of printing it.")
    private @Nullable Path output;

    @Option(
        names = "--format",
        defaultValue = "text",
        paramLabel = "text|json",
        description = "How to print the grid: as a grid file (default) or as JSON.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() throws IOException {
      SafeFile.checkWritable(output);
      var imported = SimGridPlatform.read(file);
      var err = spec.commandLine().getErr();
      imported.warnings().forEach(err::println);
      var text = format == Format.JSON ? GridTree.of(imported.grid()).json() : imported.text();
      if (output == null) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
      } else {
        SafeFile.write(output, text.getBytes(StandardCharsets.UTF_8));
        err.println("wrote " + output);
      }
      return ExitCode.DONE;
    }
  }
}
