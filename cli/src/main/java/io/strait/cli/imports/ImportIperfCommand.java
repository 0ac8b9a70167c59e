package io.strait.cli.imports;

import io.strait.kind.run.ExitCode;
import io.strait.measure.iperf.IperfFigures;
import io.strait.measure.iperf.IperfGrid;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait import iperf3}. */
@Command(
    name = "iperf3",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Takes bandwidth, latency, loss and jitter of a link or LAN from tests of iperf3 (--json).",
      "",
      "TCP gives the bandwidth of its direction (also -R and --bidir), and half of the least round"
          + " trip is the latency. UDP gives loss and jitter; its rate is a bandwidth only with"
          + " -b 0, and then its loss is not that of the network. Of several tests the median"
          + " counts. --bidir also says whether both directions share the bandwidth (duplex).",
      "With --into the figures go into a grid file, whose other keys and comments stay."
    },
    footer = {
      "",
      "Examples:",
      "  iperf3 -c server.b.example.org --json > there.json",
      "  iperf3 -c server.b.example.org --json -R > back.json",
      "  strait import iperf3 there.json back.json --between a,b --into grid.yaml",
      "  strait import iperf3 lan.json --between a              the LAN of cluster a, printed"
    })
final class ImportIperfCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "What iperf3 --json printed; - for standard input.")
  private List<Path> files = List.of();

  @Option(
      names = "--between",
      required = true,
      paramLabel = "A,B",
      description =
          "The clusters, or hosts of them, where the client (iperf3 -c) and the server were; one"
              + " name, or both in one cluster, for its LAN.")
  private String between = "";

  @Option(
      names = "--into",
      paramLabel = "GRID",
      description =
          "Write the figures into this grid file, which exists, instead of printing them.")
  private @Nullable Path into;

  @Override
  public Integer call() throws IOException {
    var ends = Arrays.stream(between.split(",", -1)).map(String::strip).toList();
    if (ends.size() > 2 || !ends.stream().allMatch(GridFile::isName)) {
      throw new UsageException(
          "--between '%s', expected the names of two clusters such as a,b".formatted(between));
    }
    @Nullable String old = into == null ? null : grid(into);
    var figures = IperfFigures.read(files);
    var client = ends.getFirst();
    var server = ends.getLast();
    var err = spec.commandLine().getErr();
    if (into == null || old == null) {
      figures.notes().forEach(err::println);
      IperfGrid.missing(figures, client, server).forEach(err::println);
      spec.commandLine().getOut().print(IperfGrid.entry(figures, client, server));
      spec.commandLine().getOut().flush();
    } else {
      var text = IperfGrid.write(into.toString(), old, figures, client, server);
      figures.notes().forEach(err::println);
      IperfGrid.missing(into.toString(), text, client, server).forEach(err::println);
      SafeFile.write(into, text.getBytes(StandardCharsets.UTF_8));
      err.println("wrote " + into);
    }
    return ExitCode.DONE;
  }

  /** The text of a grid file that is there, checked before anything else. */
  static String grid(Path file) throws IOException {
    SafeFile.checkWritable(file);
    GridFile.read(Document.read(file));
    return Files.readString(file);
  }
}
