package io.strait.measure.link;

import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** What was measured of a link, for people and for programs. */
public record LinkReport(LinkSeries series, FittedLink fit) implements Answer {
  private static final int LONG_MESSAGE = 1 << 20;

  @Override
  public String text(Style style) {
    return "%s: messages of %d to %d B, %d sizes%n%n"
            .formatted(
                series.over(),
                series.points().getFirst().bytes(),
                series.points().getLast().bytes(),
                series.points().size())
        + table(style)
        + "\n"
        + parameters(style)
        + "\n"
        + style.bold(verdict())
        + "\n"
        + cost()
        + "\nlan: {"
        + String.join(", ", LinkGrid.entries(fit.network()))
        + "}\n";
  }

  private String table(Style style) {
    var table =
        new Table(
            " bytes", " round trip", " MB/s", " fitted", " error", " CPU here", " CPU there", " ±");
    for (var point : series.points()) {
      @Nullable Estimate roundTrip = point.roundTrip();
      table.row(
          Integer.toString(point.bytes()),
          roundTrip == null ? "" : Durations.rounded(roundTrip.value()),
          digits(point.throughput() / 1e6),
          digits(fit.law().bandwidth(point.bytes()) / 1e6),
          "%+.1f %%".formatted(100 * fit.error(point)),
          Numbers.percent(point.cpuHere()),
          Numbers.percent(point.cpuThere()),
          "%.1f %%".formatted(50 * point.seconds().width()));
    }
    return table.print(style);
  }

  private String parameters(Style style) {
    var table = new Table("figure", " value", "95 % interval", "in the paper");
    row(table, "latency", fit.latency(), Durations::rounded, "");
    row(table, "message-setup", fit.setup(), Durations::rounded, "MSGSETUP");
    if (fit.law().block() > 0) {
      table.row("block", "%.0f B".formatted(fit.law().block()), "", "BLKSZ");
      row(table, "block-setup", fit.blockSetup(), Durations::rounded, "BLKSETUP");
    } else {
      table.row("block", "none", "", "BLKSZ");
    }
    row(table, "bandwidth of long messages", fit.bandwidth(), LinkReport::rate, "ALCBW");
    row(table, "bus", fit.bus(), LinkReport::rate, "APBBW");
    return table.print(style);
  }

  private static void row(
      Table table, String name, Parameter parameter, DoubleFunction<String> show, String paper) {
    table.row(
        name,
        show.apply(parameter.value()),
        "%s to %s".formatted(show.apply(parameter.low()), show.apply(parameter.high())),
        paper);
  }

  /** One sentence. */
  String verdict() {
    var law = fit.law();
    var worst =
        series.points().stream()
            .max(Comparator.comparingDouble(point -> Math.abs(fit.error(point))))
            .orElseThrow();
    double half =
        RobustFit.median(
            series.points().stream().mapToDouble(point -> Math.abs(fit.error(point))).toArray());
    return ("A small message arrives after %s and occupies the link for %s; long ones flow at %s,"
            + " messages of %.0f B at half of that, with %s of the CPU; the law is %.1f %% off at"
            + " the median size and %.0f %% at the worst (%d B).")
        .formatted(
            Durations.rounded(fit.seconds(1)),
            Durations.rounded(law.seconds(1)),
            rate(fit.bandwidth().value()),
            Math.max(1, (law.setup() + law.blockSetup()) * fit.bandwidth().value()),
            Numbers.percent(law.cpuShare(LONG_MESSAGE)),
            100 * half,
            100 * Math.abs(fit.error(worst)),
            worst.bytes());
  }

  private String cost() {
    var left =
        series.left().isEmpty()
            ? ""
            : "; messages from %d B on were left out, which would have taken too much of it"
                .formatted(series.left().getFirst());
    return "It cost %s in %s: %s%s.%n"
        .formatted(
            size((double) series.bytes()), Durations.rounded(series.seconds()), series.end(), left);
  }

  private static String size(double bytes) {
    return bytes < 1e9 ? digits(bytes / 1e6) + " MB" : digits(bytes / 1e9) + " GB";
  }

  private static String rate(double bytesPerSecond) {
    if (!Double.isFinite(bytesPerSecond)) {
      return Bandwidth.UNLIMITED.toString();
    }
    return size(bytesPerSecond) + "/s";
  }

  /** A number with three digits. */
  private static String digits(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString()
        : "–";
  }

  @Override
  public Tree json() {
    Network network = fit.network();
    return new Tree()
        .put("over", series.over())
        .put("latency_s", tree(fit.latency()))
        .put("message_setup_s", tree(fit.setup()))
        .put("block_bytes", fit.law().block() > 0 ? fit.law().block() : null)
        .put("block_setup_s", fit.law().block() > 0 ? tree(fit.blockSetup()) : null)
        .put("bandwidth_bytes_per_s", fit.law().bandwidth())
        .put("long_bandwidth_bytes_per_s", tree(fit.bandwidth()))
        .put("bus_bytes_per_s", tree(fit.bus()))
        .put("sizes", series.points().stream().map(this::tree).toList())
        .put("left_out_bytes", series.left())
        .put("lan", lan(network))
        .put("cost_bytes", series.bytes())
        .put("cost_s", series.seconds())
        .put("ended", series.end().name().toLowerCase(Locale.ROOT))
        .put("verdict", verdict());
  }

  private static Tree lan(Network network) {
    var tree = new Tree();
    LinkGrid.values(network).forEach(tree::putIfPresent);
    return tree;
  }

  private Tree tree(SizePoint point) {
    @Nullable Estimate roundTrip = point.roundTrip();
    return new Tree()
        .put("bytes", point.bytes())
        .put("message_s", point.seconds().value())
        .put("message_interval_s", List.of(point.seconds().low(), point.seconds().high()))
        .put("batches", point.seconds().batches())
        .put("bytes_per_s", point.throughput())
        .put("fitted_bytes_per_s", fit.law().bandwidth(point.bytes()))
        .put("error", fit.error(point))
        .put("round_trip_s", roundTrip == null ? null : roundTrip.value())
        .put(
            "round_trip_interval_s",
            roundTrip == null ? null : List.of(roundTrip.low(), roundTrip.high()))
        .put("fitted_round_trip_s", 2 * fit.seconds(point.bytes()))
        .put("cpu_here", point.cpuHere())
        .put("cpu_there", point.cpuThere())
        .put("fitted_cpu", fit.law().cpuShare(point.bytes()));
  }

  private static Tree tree(Parameter parameter) {
    return new Tree()
        .put("value", parameter.value())
        .put("interval", List.of(parameter.low(), parameter.high()));
  }
}
