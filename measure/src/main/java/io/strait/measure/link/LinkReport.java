package io.strait.measure.link;

import io.strait.model.law.MessageLaw;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was measured of a link, for people and for programs. */
public record LinkReport(LinkSeries series, FittedLink fit) implements Answer {
  /** A message is small while its set-up takes at least this share of its time. */
  private static final double SMALL = 1.0 / 3;

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
        + String.join(", ", LinkGrid.entries(fit.network(), fit.unknown()))
        + "}\n";
  }

  /** A column of the table of sizes. */
  private record Column(String title, Function<SizePoint, String> cell) {}

  /** Columns for which nothing is known are left out. */
  private String table(Style style) {
    var points = series.points();
    var columns = new ArrayList<Column>();
    columns.add(new Column(" bytes", point -> Integer.toString(point.bytes())));
    if (points.stream().anyMatch(point -> point.roundTrip() != null)) {
      columns.add(new Column(" round trip", LinkReport::roundTrip));
    }
    columns.add(new Column(" MB/s", point -> digits(point.throughput() / 1e6)));
    columns.add(new Column(" fitted", p -> digits(fit.law().bandwidth(p.bytes()) / 1e6)));
    columns.add(new Column(" error", point -> "%+.1f %%".formatted(100 * fit.error(point))));
    if (series.cost() == null) {
      columns.add(new Column(" set-up by (17)", this::setup));
    }
    if (series.hasShares()) {
      columns.add(new Column(" CPU here", point -> Numbers.percent(point.cpuHere())));
      columns.add(new Column(" CPU there", point -> Numbers.percent(point.cpuThere())));
    }
    if (series.cost() == null && fit.bus() != null) {
      columns.add(new Column(" CPU by (19)", p -> Numbers.percent(fit.law().cpuShare(p.bytes()))));
    }
    if (points.stream().anyMatch(point -> point.seconds().batches() > 1)) {
      columns.add(new Column(" ±", p -> "%.1f %%".formatted(50 * p.seconds().width())));
    }
    var table = new Table(columns.stream().map(Column::title).toArray(String[]::new));
    for (var point : points) {
      table.row(columns.stream().map(each -> each.cell.apply(point)).toArray(String[]::new));
    }
    return table.print(style);
  }

  private static String roundTrip(SizePoint point) {
    @Nullable Estimate roundTrip = point.roundTrip();
    return roundTrip == null ? "" : Durations.rounded(roundTrip.value());
  }

  private String setup(SizePoint point) {
    return isSmall(point) ? Durations.rounded(setupSeconds(point)) : "";
  }

  private boolean isSmall(SizePoint point) {
    double bytes = point.bytes();
    return bytes / fit.bandwidth().value() <= (1 - SMALL) * fit.law().seconds(bytes);
  }

  /** porting (17): the set-up time that this size alone would give. */
  private double setupSeconds(SizePoint point) {
    return Math.max(
        0, MessageLaw.setup(point.bytes(), point.throughput(), fit.bandwidth().value()));
  }

  private String parameters(Style style) {
    var table = new Table("figure", " value", "95 % interval", "in the paper");
    if (fit.latency() != null) {
      row(table, "latency", fit.latency(), Durations::rounded, "");
    }
    row(table, "message-setup", fit.setup(), Durations::rounded, "MSGSETUP");
    if (fit.law().block() > 0) {
      table.row("block", "%.0f B".formatted(fit.law().block()), "", "BLKSZ");
      row(table, "block-setup", fit.blockSetup(), Durations::rounded, "BLKSETUP");
    } else {
      table.row("block", "none", "", "BLKSZ");
    }
    row(table, "bandwidth of long messages", fit.bandwidth(), LinkReport::rate, "ALCBW");
    if (fit.bus() != null) {
      row(table, "bus", fit.bus(), LinkReport::rate, "APBBW");
    }
    return table.print(style);
  }

  private static void row(
      Table table, String name, Parameter parameter, DoubleFunction<String> show, String paper) {
    table.row(
        name,
        show.apply(parameter.value()),
        parameter.low() == parameter.high()
            ? ""
            : "%s to %s".formatted(show.apply(parameter.low()), show.apply(parameter.high())),
        paper);
  }

  String verdict() {
    return new LinkVerdict(fit).text();
  }

  private String cost() {
    var cost = series.cost();
    if (cost == null) {
      return "";
    }
    var left =
        cost.left().isEmpty()
            ? ""
            : "; messages from %d B on were left out, which would have taken too much of it"
                .formatted(cost.left().getFirst());
    return "It cost %s in %s: %s%s.%n%s"
        .formatted(
            size((double) cost.bytes()),
            Durations.rounded(cost.seconds()),
            cost.end(),
            left,
            cost.isContended() ? contended(cost) + "\n" : "");
  }

  private static String contended(LinkSeries.Cost cost) {
    return "For %s of the time an end waited for a core that other programs had: measure again when the machines are quiet."
        .formatted(Numbers.percent(cost.contention()));
  }

  private static String size(double bytes) {
    return bytes < 1e9 ? digits(bytes / 1e6) + " MB" : digits(bytes / 1e9) + " GB";
  }

  static String rate(double bytesPerSecond) {
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
    boolean hasBlocks = fit.law().block() > 0;
    var tree =
        new Tree()
            .put("over", series.over())
            .put("latency_s", fit.latency() == null ? null : tree(fit.latency()))
            .put("message_setup_s", tree(fit.setup()))
            .put("block_bytes", hasBlocks ? fit.law().block() : null)
            .put("block_setup_s", hasBlocks ? tree(fit.blockSetup()) : null)
            .put("bandwidth_bytes_per_s", fit.law().bandwidth())
            .put("long_bandwidth_bytes_per_s", tree(fit.bandwidth()))
            .put("bus_bytes_per_s", fit.bus() == null ? null : tree(fit.bus()))
            .put("sizes", series.points().stream().map(this::tree).toList());
    @Nullable LawRange range = new LinkVerdict(fit).range();
    tree.put("law_holds", range == null ? null : tree(range));
    var cost = series.cost();
    if (cost != null) {
      tree.put("left_out_bytes", cost.left());
    }
    tree.put("lan", lan());
    if (cost != null) {
      tree.put("cost_bytes", cost.bytes())
          .put("cost_s", cost.seconds())
          .put("core_wait", cost.contention())
          .put("notes", cost.isContended() ? List.of(contended(cost)) : List.of())
          .put("ended", cost.end().name().toLowerCase(Locale.ROOT));
    }
    return tree.put("verdict", verdict());
  }

  private static Tree tree(LawRange range) {
    return new Tree()
        .put("within", LawRange.WITHIN)
        .put("from_bytes", range.from())
        .put("to_bytes", range.to())
        .put("sizes", range.points().size())
        .put("sizes_off", range.off())
        .put("is_all", range.isAll())
        .put("least_error_elsewhere", range.isAll() ? null : range.errors().min().orElseThrow())
        .put("greatest_error_elsewhere", range.isAll() ? null : range.errors().max().orElseThrow());
  }

  private Tree lan() {
    var tree = new Tree();
    LinkGrid.values(fit.network(), fit.unknown()).forEach(tree::putIfPresent);
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
        .put("setup_s", isSmall(point) ? setupSeconds(point) : null)
        .put("round_trip_s", roundTrip == null ? null : roundTrip.value())
        .put(
            "round_trip_interval_s",
            roundTrip == null ? null : List.of(roundTrip.low(), roundTrip.high()))
        .put("fitted_round_trip_s", fit.latency() == null ? null : 2 * fit.seconds(point.bytes()))
        .put("cpu_here", Double.isFinite(point.cpuHere()) ? point.cpuHere() : null)
        .put("cpu_there", Double.isFinite(point.cpuThere()) ? point.cpuThere() : null)
        .put("fitted_cpu", fit.bus() == null ? null : fit.law().cpuShare(point.bytes()));
  }

  private static Tree tree(Parameter parameter) {
    return new Tree()
        .put("value", parameter.value())
        .put("interval", List.of(parameter.low(), parameter.high()));
  }
}
