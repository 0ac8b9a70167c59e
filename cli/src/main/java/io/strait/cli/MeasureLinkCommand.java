package io.strait.cli;

import io.strait.kind.run.ExitCode;
import io.strait.measure.link.Line;
import io.strait.measure.link.LinkDoor;
import io.strait.measure.link.LinkMeasurement;
import io.strait.measure.link.LinkSeries;
import io.strait.measure.link.SeriesFile;
import io.strait.model.UsageException;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.text.InputException;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Identity;
import io.strait.view.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure link}. */
@Command(
    name = "link",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures what messages of 64 B to 16 MiB cost between this process and a strait probe: round"
          + " trips, throughput and the CPU share of both ends. Finds the blocks into which"
          + " messages are cut, and fits latency, message-setup, bandwidth and bus of a grid file.",
      "Without an address it starts a probe on this machine and measures loopback.",
      "It ends when all intervals are narrow, or when the time or the bytes are used up.",
      "With --series it measures nothing and fits what another program measured. The file has"
          + " comma-separated values under a line of titles: bytes (or size), MB/s or another unit"
          + " (or throughput, with a unit in every line), and cpu where shares are known."
    },
    footer = {
      "",
      "Examples:",
      "  strait measure link",
      "  strait measure link far.example.org:7078 --identity certs/master -o grid.yaml --into a-b",
      "  strait measure link --listen 7078 --identity certs/master    and there: strait probe"
          + " --connect",
      "  strait measure link --mpi openmpi",
      "  strait measure link --series examples/porting/lam-mpi.csv --bus 5.3MB/s --plot"
          + " figure3.svg",
      "  strait measure link --time 5s --plot figure3.svg --format json"
    })
final class MeasureLinkCommand implements Callable<Integer> {
  /** Options that say how to measure. */
  private static final List<String> OF_A_MEASUREMENT =
      List.of("--sizes", "--time", "--bytes", "--interval");

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "Where a strait probe --listen is; none for a probe on this machine.")
  private @Nullable String address;

  @Option(
      names = "--listen",
      paramLabel = "PORT",
      description = "Wait for a strait probe --connect at this port, or HOST:PORT.")
  private @Nullable String listen;

  @Option(
      names = "--mpi",
      paramLabel = "auto|openmpi|mpich",
      description = "Measure between two ranks of an MPI job that is started on this machine.")
  private @Nullable String mpi;

  @Option(
      names = "--series",
      paramLabel = "FILE",
      description = "Measure nothing: take sizes, throughput and CPU shares from this file.")
  private @Nullable Path file;

  @Option(
      names = "--bus",
      paramLabel = "BANDWIDTH",
      description = "The bus of a --series without CPU shares, if it is known.")
  private @Nullable String bus;

  @Option(names = "--in-mpi", hidden = true, description = "This process is a rank of that job.")
  private boolean inMpi;

  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LinkOptions options = new LinkOptions();

  @Override
  public Integer call() throws IOException {
    var ways = Stream.of(address, listen, mpi, file).filter(Objects::nonNull).toList();
    if (ways.size() > 1) {
      throw new InputException(
          "an address, --listen, --mpi and --series: %s given, expected one of them"
              .formatted(ways.stream().map(Object::toString).collect(Collectors.joining(" and "))));
    }
    if (bus != null && file == null) {
      throw new UsageException("--bus %s without --series, expected both".formatted(bus));
    }
    var job = options.job(file == null);
    var console = Main.console(spec);
    if (file != null) {
      job.finish(series(file), bus(), console);
      return ExitCode.DONE;
    }
    if (inMpi) {
      return MpiLink.rank(job, console);
    }
    if (mpi != null) {
      return MpiLink.start(mpi, options.arguments(), console);
    }
    Way way = way();
    return LinkEnd.run(
        console,
        end -> {
          var line = end.keep(way.connector().connect(end));
          var progress =
              new Progress(
                  console.err(), "seconds", (int) job.budget().seconds(), console.colours());
          var series =
              LinkMeasurement.run(line, job.ladder(), job.budget(), way.name(), progress::step);
          progress.done();
          job.finish(series, null, console);
          return ExitCode.DONE;
        });
  }

  /** What another program measured. */
  private LinkSeries series(Path from) {
    for (var name : OF_A_MEASUREMENT) {
      if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
        throw new UsageException(
            "%s with --series %s, which measures nothing; expected one of them"
                .formatted(name, from));
      }
    }
    var series = SeriesFile.read(from);
    if (bus != null && series.hasShares()) {
      throw new UsageException(
          "--bus %s with CPU shares in %s, expected one of them".formatted(bus, from));
    }
    return series;
  }

  private @Nullable Bandwidth bus() {
    if (bus == null) {
      return null;
    }
    var value = LinkOptions.read("--bus", bus, Bandwidth::parse);
    if (!(value.bytesPerSecond() > 0)) {
      throw new UsageException("--bus %s, expected more than zero".formatted(bus));
    }
    return value;
  }

  /** Makes the connection. */
  private interface Connector {
    Line connect(LinkEnd end) throws IOException;
  }

  /** How the ends of the link come together. */
  private record Way(String name, Connector connector) {}

  private Way way() throws IOException {
    if (address != null) {
      var to = HostPort.parse("the address", address);
      @Nullable Identity identity = connection.identity(to);
      return new Way(
          over(identity, "with " + address), end -> LinkDoor.dial(to, identity, Duration.ZERO));
    }
    if (listen != null) {
      var at = ListenOption.parse(listen, connection);
      @Nullable Identity identity = connection.identity(at);
      var door = new LinkDoor(HostPort.here(at), identity);
      return new Way(
          over(identity, "with a probe that dialled"),
          end -> {
            end.keep(door);
            Main.console(spec).say("waiting for a probe at port %d".formatted(door.port()));
            return door.accept();
          });
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("-o")) {
      Main.console(spec)
          .say(
              "no address: what is written holds between processes of this machine, not for a"
                  + " network");
    }
    var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    @Nullable Identity identity = connection.identity == null ? null : connection.identity(here);
    var door = new LinkDoor(here, identity);
    return new Way(over(identity, "on this machine"), end -> ownProbe(end, door));
  }

  private static String over(@Nullable Identity identity, String with) {
    return (identity == null ? "TCP " : "TLS ") + with;
  }

  /** Starts a probe of our own, as another process. */
  private Line ownProbe(LinkEnd end, LinkDoor door) throws IOException {
    end.keep(door);
    var command = new ArrayList<>(new ClassPathOption().launcher().command());
    command.addAll(List.of("probe", "--connect", "localhost:" + door.port()));
    command.addAll(List.of("--while", Long.toString(ProcessHandle.current().pid())));
    command.addAll(
        connection.identity == null
            ? List.of("--plaintext")
            : List.of("--identity", connection.identity.toString()));
    var process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    end.keep(process::destroy);
    var _ = process.onExit().thenRun(door::close);
    return door.accept();
  }
}
