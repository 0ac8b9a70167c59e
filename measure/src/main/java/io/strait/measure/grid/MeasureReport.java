package io.strait.measure.grid;

import io.strait.measure.MedianInterval;
import io.strait.measure.grid.probe.HostSpeed;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Speed;
import io.strait.model.text.Tree;
import io.strait.view.Answer;
import io.strait.view.Style;
import io.strait.view.Table;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was measured of a grid, for people and for programs. */
public record MeasureReport(MeasuredGrid grid) implements Answer {
  private static final MathContext DIGITS = new MathContext(3);

  @Override
  public String text(Style style) {
    var hosts = new Table("host", "cluster", " cores", " speed of a core", " available");
    var networks = new Table("network", " bandwidth", " ±", " latency", " ±", " loss", "kind");
    for (var cluster : grid.clusters()) {
      for (var host : cluster.hosts()) {
        @Nullable HostSpeed speed = host.speed();
        hosts.row(
            host.name(),
            cluster.name(),
            Integer.toString(host.facts().cores()),
            speed == null
                ? ""
                : new Speed(MeasuredText.rounded(speed.all().median(), DIGITS)).toString(),
            speed == null ? "" : "%.0f %%".formatted(100 * speed.available()));
      }
      MeasuredGrid.@Nullable Net lan = cluster.lan();
      if (lan != null) {
        row(networks, cluster.name(), lan, lan.bandwidth(), kind(lan, "switch", "hub"));
      }
    }
    for (var link : grid.links()) {
      var net = link.net();
      @Nullable MedianInterval back = link.back();
      var kind = back != null ? "" : kind(net, "full duplex", "half duplex");
      row(networks, link.from() + "-" + link.to(), net, net.bandwidth(), kind);
      if (back != null) {
        row(networks, link.to() + "-" + link.from(), net, back, "back");
      }
    }
    return hosts.print(style)
        + "\n"
        + networks.print(style)
        + "\n%s and %s%n"
            .formatted(MeasuredText.bytes(grid.bytes()), Durations.rounded(grid.seconds()));
  }

  private static void row(
      Table table, String name, MeasuredGrid.Net net, MedianInterval bandwidth, String kind) {
    table.row(
        name,
        Double.isFinite(bandwidth.median())
            ? new Bandwidth(MeasuredText.rounded(bandwidth.median(), DIGITS)).toString()
            : "",
        half(bandwidth),
        Double.isNaN(net.latency().median()) ? "" : Durations.rounded(net.latency().median()),
        half(net.latency()),
        net.packets() == 0 ? "" : "%.2f %%".formatted(100 * net.loss()),
        kind);
  }

  private static String kind(MeasuredGrid.Net net, String full, String half) {
    return !net.hasDuplex() ? "" : net.isFull() ? full : half;
  }

  private static String half(MedianInterval of) {
    double half = of.relative();
    return !Double.isFinite(half) ? "" : "%.1f %%".formatted(100 * half);
  }

  @Override
  public Tree json() {
    var clusters = new ArrayList<Tree>();
    for (var cluster : grid.clusters()) {
      var hosts = new ArrayList<Tree>();
      cluster.hosts().forEach(host -> hosts.add(host(host)));
      var tree = new Tree().put("name", cluster.name()).put("hosts", hosts);
      MeasuredGrid.@Nullable Net lan = cluster.lan();
      clusters.add(lan == null ? tree : tree.put("lan", net(lan)));
    }
    var links = new ArrayList<Tree>();
    for (var link : grid.links()) {
      var tree = net(link.net()).put("between", List.of(link.from(), link.to()));
      links.add(link.back() == null ? tree : tree.put("back_bytes_per_s", interval(link.back())));
    }
    return new Tree()
        .put("home", grid.home())
        .put("clusters", clusters)
        .put("links", links)
        .put("problems", grid.problems())
        .put("bytes", grid.bytes())
        .put("time_s", grid.seconds());
  }

  private static Tree host(MeasuredGrid.Host host) {
    var tree =
        new Tree()
            .put("name", host.name())
            .put("cores", host.facts().cores())
            .put("memory_bytes", host.facts().memory());
    @Nullable HostSpeed speed = host.speed();
    if (speed != null) {
      tree.put("speed_flop_per_s", interval(speed.all()))
          .put("speed_alone_flop_per_s", interval(speed.one()))
          .put("available", speed.available());
    }
    return Double.isNaN(host.rate()) ? tree : tree.put("rate_per_s", host.rate());
  }

  private static Tree net(MeasuredGrid.Net net) {
    return new Tree()
        .put("bandwidth_bytes_per_s", interval(net.bandwidth()))
        .put("latency_s", interval(net.latency()))
        .put("jitter_s", net.jitter())
        .put("loss", net.loss())
        .put("packets", net.packets())
        .put("duplex", net.hasDuplex() ? (net.isFull() ? "full" : "half") : null)
        .put("bytes", net.bytes())
        .put("time_s", net.seconds());
  }

  private static List<Double> interval(@Nullable MedianInterval of) {
    return of == null ? List.of() : List.of(of.median(), of.low(), of.high());
  }
}
