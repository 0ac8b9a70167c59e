package io.strait.cli.series;

import io.strait.kind.option.Options;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.ExitHook;
import io.strait.measure.outlook.GridPlaces;
import io.strait.measure.series.SeriesClock;
import io.strait.measure.series.SeriesFolder;
import io.strait.measure.series.SeriesWriter;
import io.strait.measure.series.StoredSeries;
import io.strait.model.UsageException;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.Printable;
import io.strait.transport.wire.HostPort;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Repeats cheap measurements and appends them to series beside the grid file: grid.series with"
          + " a file for each, such as bandwidth@a-b.csv, latency@a-b.csv, available@es1.csv and"
          + " task-time@es1@app.csv. strait measure show and strait plan --forecast read them.",
      "A look at a link takes five round trips and a transfer that lasts ten more, at most --bytes."
          + " What a run of a farm has seen costs nothing: the mean time of a task on each host,"
          + " and what its gaps carried.",
      "Ctrl-C ends it. Started again, it goes on where it was. The exit code is 1 if something that"
          + " was asked for never gave a value."
    },
    footer = {
      "",
      "Examples:",
      "  strait probe --listen 7078 --identity certs/gateway1        there, beyond the gap",
      "  strait measure watch grid.yaml --link a-b=far.example.org:7078 --identity certs/master",
      "  strait measure watch grid.yaml --host es1 --every 1min      on es1",
      "  strait measure watch grid.yaml --from-run runs/ep-20260101-120000",
      "  strait measure watch grid.yaml --host es1 --rounds 10 --every 5s --series /tmp/series"
    })
public final class WatchCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final double FEWEST_BYTES = 1e4;
  private static final int FEWEST_KEPT = 100;
  private static final int MOST_KEPT = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "GRID", description = "The grid file, or a folder with grid.yaml.")
  private Path grid = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "This machine is that host of the grid: watch which share of its CPU is free.")
  private @Nullable String host;

  @Option(
      names = "--link",
      paramLabel = "A-B=HOST:PORT",
      description =
          "Watch bandwidth and latency of this gap (or of the LAN of a cluster), from here to a"
              + " strait probe --listen; may be repeated.")
  private List<String> links = List.of();

  @Option(
      names = "--from-run",
      paramLabel = "RUN",
      description = "Take what the run in this folder has seen, until it ends.")
  private @Nullable Path run;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "30 s",
      description = "How often (default: ${DEFAULT-VALUE}).")
  private String every = "30 s";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "End after so many rounds (default: go on).")
  private long rounds = Long.MAX_VALUE;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "4 MB",
      description =
          "The bytes that a look at a link may send (default: ${DEFAULT-VALUE}). Fast links with a"
              + " long latency need more.")
  private String bytes = "4 MB";

  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "100000",
      description = "How many values of a series to keep at least (default: ${DEFAULT-VALUE}).")
  private int keep = 100_000;

  @Option(
      names = "--series",
      paramLabel = "DIR",
      description = "Where to write (default: grid.series beside grid.yaml).")
  private @Nullable Path series;

  /** What to show to the other end of a connection. */
  public interface Identities {
    /** Null for plain text. */
    @Nullable Identity of(InetSocketAddress with);
  }

  /** What runs have seen. */
  public interface Runs {
    /**
     * @param step seconds from one value to the next
     */
    List<StoredSeries> observed(Path run, double step) throws IOException;
  }

  private final Identities identities;
  private final Runs runs;
  private final CountDownLatch asked = new CountDownLatch(1);

  public WatchCommand(Identities identities, Runs runs) {
    this.identities = identities;
    this.runs = runs;
  }

  @Override
  public Integer call() throws IOException {
    var file = Files.isDirectory(grid) ? grid.resolve("grid.yaml") : grid;
    var places = new GridPlaces(GridFile.read(Document.read(file)));
    var pause = Duration.ofNanos(Options.nanos("--every", every, SHORTEST));
    check();
    var sources = sources(places, pause);
    var folder = series == null ? SeriesFolder.beside(file) : new SeriesFolder(series);
    Consumer<String> notes = this::say;
    try (var hook = new ExitHook(asked::countDown, PATIENCE);
        var writer = new SeriesWriter(folder, keep)) {
      say(
          "watching %s every %s, into %s"
              .formatted(
                  String.join("; ", sources.stream().map(Source::words).toList()),
                  every,
                  folder.path()));
      var watching = new Watching(sources, writer, SeriesClock.ofMachine(notes), notes, asked);
      watching.run(pause, rounds);
      say("wrote %s, to %s".formatted(watching.words(), folder.path()));
      watching.silent().forEach(each -> say("never a value from " + each));
      return hook.exits(watching.silent().isEmpty() ? ExitCode.DONE : ExitCode.FAILED);
    }
  }

  private void say(String line) {
    spec.commandLine().getErr().println(Printable.lines(line));
    spec.commandLine().getErr().flush();
  }

  private void check() {
    if (host == null && links.isEmpty() && run == null) {
      throw new UsageException(
          "nothing to watch, expected --host NAME, --link A-B=HOST:PORT or --from-run RUN");
    }
    if (rounds < 1) {
      throw new UsageException("--rounds %d, expected 1 or more".formatted(rounds));
    }
    if (keep < FEWEST_KEPT || keep > MOST_KEPT) {
      throw new UsageException(
          "--keep %d is out of range, expected %d to %d".formatted(keep, FEWEST_KEPT, MOST_KEPT));
    }
  }

  private List<Source> sources(GridPlaces places, Duration pause) throws IOException {
    var sources = new ArrayList<Source>();
    if (host != null) {
      places.checkHost("--host", host);
      sources.add(new HostSource(host));
    }
    for (var link : links) {
      sources.add(link(places, link));
    }
    if (run != null) {
      double step = pause.toNanos() * 1e-9;
      var _ = runs.observed(run, step); // better to know now that it can be read
      sources.add(new RunSource(run, step, runs, places));
    }
    return sources;
  }

  private Source link(GridPlaces places, String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new UsageException(
          "--link '%s' is not A-B=HOST:PORT, expected such as a-b=far.example.org:7078"
              .formatted(text));
    }
    var place = text.substring(0, equals).strip();
    places.checkNetwork("--link", place);
    var probe = HostPort.parse("--link", text.substring(equals + 1).strip());
    return new LinkSource(
        place, probe, identities.of(probe), mostBytes(), () -> asked.getCount() == 0);
  }

  private long mostBytes() {
    try {
      double most = Bytes.parse(bytes).count();
      if (most >= FEWEST_BYTES && most <= 1e12) {
        return (long) most;
      }
    } catch (QuantityException e) {
      throw new UsageException("--bytes: %s".formatted(e.getMessage()));
    }
    throw new UsageException("--bytes %s, expected 10 kB to 1 TB".formatted(bytes));
  }
}
