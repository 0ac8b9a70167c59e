package io.strait.cli;

import io.strait.kind.option.Options;
import io.strait.measure.link.Budget;
import io.strait.measure.link.FittedLink;
import io.strait.measure.link.Ladder;
import io.strait.measure.link.Line;
import io.strait.measure.link.LinkFit;
import io.strait.measure.link.LinkGrid;
import io.strait.measure.link.LinkPlot;
import io.strait.measure.link.LinkReport;
import io.strait.measure.link.LinkSeries;
import io.strait.measure.link.SizePoint;
import io.strait.model.Network;
import io.strait.model.UsageException;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.QuantityException;
import io.strait.view.Console;
import io.strait.view.Format;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a link is measured, and what becomes of the figures. */
final class LinkOptions {
  private static final double FEWEST_BYTES = 1e6;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE,…",
      description =
          "Measure these message sizes, such as \"64 B, 1 KiB, 1 MiB\", instead of the usual ones.")
  private @Nullable String sizes;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      defaultValue = "20 s",
      description = "The time that it may take (default: ${DEFAULT-VALUE}).")
  private String time = "20 s";

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "32 GB",
      description = "The bytes that it may send, in both directions (default: ${DEFAULT-VALUE}).")
  private String bytes = "32 GB";

  @Option(
      names = "--interval",
      paramLabel = "SHARE",
      defaultValue = "5%",
      description =
          "A size is done when the 95 %% interval of its time is no wider than this share of it"
              + " (default: 5%%).")
  private String interval = "5%";

  @Option(
      names = "--fit",
      paramLabel = "SIZE..SIZE",
      description =
          "Fit the law to messages of these sizes alone, such as \"64 B..256 KiB\", because a"
              + " program sends no others.")
  private @Nullable String fit;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw throughput over message sizes, measured and fitted: .svg or .png.")
  private @Nullable Path plot;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "GRID",
      description =
          "Write the figures into this grid file; comments and other keys stay. A new file gets a"
              + " grid of two hosts.")
  private @Nullable Path output;

  @Option(
      names = "--into",
      paramLabel = "CLUSTER|A-B",
      description = "The cluster of GRID whose LAN this is, or the two clusters that it joins.")
  private @Nullable String into;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print what was measured (default: text).")
  private Format format = Format.TEXT;

  /** What to do, checked before anything is started. */
  record Job(
      @Nullable Ladder ladder,
      Budget budget,
      @Nullable SizeRange fitted,
      @Nullable Path plot,
      @Nullable Path output,
      @Nullable String into,
      Format format) {
    /**
     * Fits, prints, draws and writes.
     *
     * @param bus what is known of it if no CPU shares were measured
     */
    void finish(LinkSeries series, @Nullable Bandwidth bus, Console console) throws IOException {
      var points = fitted == null ? series.points() : fitted.of(series);
      var law = LinkFit.of(points);
      FittedLink fit = bus == null ? law : law.withBus(bus);
      new LinkReport(series, fit).print(console, format);
      if (plot != null) {
        SafeFile.write(plot, LinkPlot.draw(plot, series, fit));
        console.say("wrote " + plot);
      }
      if (output != null) {
        SafeFile.write(
            output,
            grid(output, into, fit.network(), fit.unknown()).getBytes(StandardCharsets.UTF_8));
        console.say("wrote " + output);
      }
    }
  }

  /** The sizes to which a law is fitted. */
  record SizeRange(String text, double from, double to) {
    static SizeRange parse(String text) {
      var ends = text.split("\\.\\.", -1);
      if (ends.length != 2) {
        throw new UsageException(
            "--fit %s, expected two sizes such as 64 B..256 KiB".formatted(text));
      }
      double from = read("--fit", ends[0].strip(), Bytes::parse).count();
      double to = read("--fit", ends[1].strip(), Bytes::parse).count();
      if (!(from >= 0) || !(to > from)) {
        throw new UsageException(
            "--fit %s, expected a size and a larger one, such as 64 B..256 KiB".formatted(text));
      }
      return new SizeRange(text, from, to);
    }

    boolean has(int bytes) {
      return bytes >= from && bytes <= to;
    }

    List<SizePoint> of(LinkSeries series) {
      var points = series.points().stream().filter(point -> has(point.bytes())).toList();
      check(points.size());
      return points;
    }

    void check(long sizes) {
      if (sizes < LinkFit.FEWEST) {
        throw new UsageException(
            "--fit %s has %d of the sizes, expected at least %d for a law"
                .formatted(text, sizes, LinkFit.FEWEST));
      }
    }
  }

  /** These options on the command line of another process. */
  List<String> arguments() {
    var arguments = new ArrayList<>(List.of("--time", time, "--bytes", bytes));
    arguments.addAll(List.of("--interval", interval, "--format", format.name()));
    add(arguments, "--sizes", sizes);
    add(arguments, "--fit", fit);
    add(arguments, "--plot", plot);
    add(arguments, "-o", output);
    add(arguments, "--into", into);
    return arguments;
  }

  private static void add(List<String> arguments, String option, @Nullable Object value) {
    if (value != null) {
      arguments.addAll(List.of(option, value.toString()));
    }
  }

  /**
   * Checks everything.
   *
   * @param isMeasured whether sizes are measured, not read from a file
   */
  Job job(boolean isMeasured) throws IOException {
    double seconds = Options.nanos("--time", time, Duration.ofMillis(500)) * 1e-9;
    double most = read("--bytes", bytes, Bytes::parse).count();
    if (!(most >= FEWEST_BYTES) || most > 1e18) {
      throw new UsageException("--bytes %s, expected 1 MB or more".formatted(bytes));
    }
    double narrow = read("--interval", interval, Fraction::parse).ofOne();
    if (!(narrow > 0) || narrow > 1) {
      throw new UsageException(
          "--interval %s, expected more than 0%%, at most 100%%".formatted(interval));
    }
    SafeFile.checkWritable(plot);
    if (plot != null) {
      Picture.check(plot);
    }
    SafeFile.checkWritable(output);
    if (into != null && (output == null || !Files.exists(output))) {
      throw new UsageException(
          "--into %s without a grid file, expected -o with a file that exists".formatted(into));
    }
    if (output != null && Files.exists(output)) {
      grid(output, into, Network.IDEAL, Set.of()); // better to know now that it can be written
    }
    @Nullable Ladder ladder = ladder();
    @Nullable SizeRange fitted = fit == null ? null : SizeRange.parse(fit);
    if (fitted != null && isMeasured) {
      var sizes = (ladder == null ? Ladder.usual() : ladder).streams();
      fitted.check(sizes.stream().filter(fitted::has).count());
    }
    return new Job(
        ladder, new Budget(seconds, (long) most, narrow), fitted, plot, output, into, format);
  }

  private @Nullable Ladder ladder() {
    if (sizes == null) {
      return null;
    }
    var list = new ArrayList<Integer>();
    for (var size : sizes.split(",", -1)) {
      double count = read("--sizes", size.strip(), Bytes::parse).count();
      if (!(count >= 1) || count > Line.LONGEST || count != Math.rint(count)) {
        throw new UsageException(
            "--sizes %s, expected whole bytes from 1 B to %d MiB"
                .formatted(size.strip(), Line.LONGEST >> 20));
      }
      list.add((int) count);
    }
    if (list.stream().distinct().count() < LinkFit.FEWEST) {
      throw new UsageException(
          "--sizes %s, expected at least %d sizes".formatted(sizes, LinkFit.FEWEST));
    }
    return Ladder.of(list);
  }

  static <Q> Q read(String option, String text, Function<String, Q> parser) {
    try {
      return parser.apply(text);
    } catch (QuantityException e) {
      throw new UsageException("%s: %s".formatted(option, e.getMessage()));
    }
  }

  private static String grid(Path file, @Nullable String into, Network network, Set<String> unknown)
      throws IOException {
    return Files.exists(file)
        ? LinkGrid.write(file.toString(), Files.readString(file), into, network, unknown)
        : LinkGrid.create(network);
  }
}
