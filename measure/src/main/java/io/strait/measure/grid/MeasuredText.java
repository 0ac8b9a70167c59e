package io.strait.measure.grid;

import io.strait.measure.MedianInterval;
import io.strait.measure.grid.probe.HostSpeed;
import io.strait.measure.link.LinkGrid;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Speed;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** A measured grid as the text of a new grid file, with comments that say how it was measured. */
public final class MeasuredText {
  /** How comments begin. */
  static final String MARK = "measure grid: ";

  private static final MathContext DIGITS = new MathContext(4);
  private static final MathContext FEW_DIGITS = new MathContext(3);

  /** A host is taken for free if at least this share of it is. */
  private static final double FREE = 0.97;

  private MeasuredText() {}

  /** The file. */
  public static String of(String name, MeasuredGrid grid) {
    var lines = new ArrayList<String>();
    lines.add("# measured by strait measure grid; comments say between what the figures lay");
    grid.problems().forEach(problem -> lines.add("# not measured: " + oneLine(problem)));
    lines.add("grid: " + name);
    lines.add("home: " + grid.home());
    lines.add("clusters:");
    for (var cluster : grid.clusters()) {
      lines.addAll(cluster(cluster, "  "));
    }
    var links = new ArrayList<String>();
    for (var link : grid.links()) {
      links.addAll(link(link, "  "));
    }
    links.addAll(unmeasured(grid, "  "));
    if (!links.isEmpty()) {
      lines.add("links:");
      lines.addAll(links);
    }
    return String.join("\n", lines) + "\n";
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  /** A cluster on lines of its own. */
  static List<String> cluster(MeasuredGrid.Cluster cluster, String indent) {
    var lines = new ArrayList<String>();
    lines.add(indent + cluster.name() + ":");
    MeasuredGrid.@Nullable Net lan = cluster.lan();
    if (lan != null) {
      lines.add(indent + "  # " + MARK + comment(lan, null));
      lines.add(indent + "  lan: {%s}".formatted(entries(values(lan, null, true))));
    }
    lines.add(indent + "  hosts:");
    cluster.hosts().forEach(host -> lines.addAll(host(host, indent + "    ")));
    if (cluster.hosts().isEmpty()) {
      lines.add(
          indent
              + "    - {name: %s, role: master}  # no host: other clusters' traffic meets here"
                  .formatted(cluster.name() + "-switch"));
    }
    return lines;
  }

  /** A host with the comment above it. */
  static List<String> host(MeasuredGrid.Host host, String indent) {
    return List.of(
        indent + "# " + MARK + comment(host),
        indent + "- {name: %s%s}".formatted(host.name(), after(entries(values(host)))));
  }

  private static String after(String entries) {
    return entries.isEmpty() ? "" : ", " + entries;
  }

  /** A link with the comment above it. */
  static List<String> link(MeasuredGrid.Link link, String indent) {
    return List.of(
        indent + "# " + MARK + comment(link.net(), link.back()),
        indent
            + "- {between: [%s, %s], %s}"
                .formatted(
                    link.from(), link.to(), entries(values(link.net(), link.back(), false))));
  }

  /** Links without figures for clusters that would have no route. */
  static List<String> unmeasured(MeasuredGrid grid, String indent) {
    var reached = new HashSet<String>(Set.of(grid.home()));
    for (boolean changed = true; changed; ) {
      changed = false;
      for (var link : grid.links()) {
        if (reached.contains(link.from()) != reached.contains(link.to())) {
          reached.add(link.from());
          reached.add(link.to());
          changed = true;
        }
      }
    }
    return grid.clusters().stream()
        .map(MeasuredGrid.Cluster::name)
        .filter(name -> !reached.contains(name))
        .map(
            name ->
                "%s- {between: [%s, %s]}  # %sstrait measure grid"
                    .formatted(indent, grid.home(), name, LinkGrid.UNMEASURED))
        .toList();
  }

  /**
   * The keys of a network, with null where a key must not be there.
   *
   * @param back the bandwidth the other way; null if it is the same
   */
  static Map<String, @Nullable String> values(
      MeasuredGrid.Net net, @Nullable MedianInterval back, boolean isLan) {
    var values = new LinkedHashMap<String, @Nullable String>();
    if (Double.isFinite(net.bandwidth().median())) {
      values.put("bandwidth", bandwidth(net.bandwidth().median(), DIGITS));
    }
    if (!Double.isNaN(net.latency().median())) {
      values.put("latency", time(net.latency().median(), DIGITS));
    }
    if (!Double.isNaN(net.jitter())) {
      values.put("jitter", net.jitter() > 0 ? time(net.jitter(), FEW_DIGITS) : null);
    }
    if (net.packets() > 0) {
      values.put("loss", net.loss() > 0 ? share(net.loss()) : null);
    }
    if (net.hasDuplex()) {
      values.put("duplex", net.isFull() ? "full" : null);
    }
    if (!isLan) {
      values.put(
          "back",
          back == null ? null : "{bandwidth: %s}".formatted(bandwidth(back.median(), DIGITS)));
    }
    return values;
  }

  /** The keys of a host, with null where a key must not be there. */
  static Map<String, @Nullable String> values(MeasuredGrid.Host host) {
    var values = new LinkedHashMap<String, @Nullable String>();
    @Nullable HostSpeed speed = host.speed();
    values.put("cores", Integer.toString(host.facts().cores()));
    if (speed != null) {
      values.put("speed", speed(speed.all().median(), DIGITS));
      values.put(
          "available",
          speed.available() >= FREE
              ? null
              : new Fraction(Math.max(0.01, Math.rint(100 * speed.available()) / 100)).toString());
    }
    if (!Double.isNaN(host.rate())) {
      var app = host.app().isEmpty() ? HostGroup.ANY_APP : host.app();
      values.put("rate", "{%s: %s/s}".formatted(app, rounded(host.rate(), DIGITS)));
    }
    return values;
  }

  private static String entries(Map<String, @Nullable String> values) {
    var entries = new ArrayList<String>();
    values.forEach(
        (key, value) -> {
          if (value != null) {
            entries.add(key + ": " + value);
          }
        });
    return String.join(", ", entries);
  }

  /** How a network was measured, without {@code #}. */
  static String comment(MeasuredGrid.Net net, @Nullable MedianInterval back) {
    var parts = new ArrayList<String>();
    if (Double.isFinite(net.bandwidth().median())) {
      parts.add("bandwidth " + interval(net.bandwidth(), value -> bandwidth(value, FEW_DIGITS)));
    }
    if (back != null) {
      parts.add("back " + interval(back, value -> bandwidth(value, FEW_DIGITS)));
    }
    if (!Double.isNaN(net.latency().median())) {
      parts.add("latency " + interval(net.latency(), value -> time(value, FEW_DIGITS)));
    }
    if (net.packets() > 0) {
      var loss = net.lossInterval();
      parts.add(
          net.loss() > 0
              ? "loss %s to %s".formatted(share(loss[0]), share(loss[1]))
              : "loss below %s".formatted(share(loss[1])));
    }
    parts.add(net.means());
    return String.join("; ", parts);
  }

  static String comment(MeasuredGrid.Host host) {
    var parts = new ArrayList<String>();
    @Nullable HostSpeed speed = host.speed();
    if (speed != null) {
      parts.add(
          "a core has %s while others are idle, %s while all are busy"
              .formatted(
                  interval(speed.one(), value -> speed(value, FEW_DIGITS)),
                  interval(speed.all(), value -> speed(value, FEW_DIGITS))));
    }
    if (!Double.isNaN(host.rate())) {
      parts.add("%s tasks/s of %s".formatted(rounded(host.rate(), DIGITS), host.app()));
    }
    parts.add("memory " + bytes(host.facts().memory()));
    return String.join("; ", parts);
  }

  private static String interval(MedianInterval of, DoubleFunction<String> text) {
    if (Double.isNaN(of.low()) || Double.isNaN(of.high())) {
      return "about " + text.apply(of.median());
    }
    return "%s to %s".formatted(text.apply(Math.max(0, of.low())), text.apply(of.high()));
  }

  static double rounded(double value, MathContext digits) {
    return new BigDecimal(value).round(digits).doubleValue();
  }

  private static String bandwidth(double value, MathContext digits) {
    return new Bandwidth(rounded(value, digits)).toString();
  }

  private static String speed(double value, MathContext digits) {
    return new Speed(rounded(value, digits)).toString();
  }

  private static String time(double seconds, MathContext digits) {
    return Durations.text(Durations.ofSeconds(rounded(seconds, digits)));
  }

  private static String share(double value) {
    return new Fraction(rounded(value, FEW_DIGITS)).toString();
  }

  static String bytes(long count) {
    return new Bytes(rounded((double) count, FEW_DIGITS)).toString();
  }
}
