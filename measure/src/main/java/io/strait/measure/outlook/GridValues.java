package io.strait.measure.outlook;

import io.strait.measure.series.Quantity;
import io.strait.measure.series.SeriesName;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values by the name of their series, to be put into a grid. Hosts of a group that differ become
 * hosts of their own, and so do gaps of a path.
 *
 * @param app whose task times count
 */
record GridValues(String app, Map<SeriesName, Double> values) {

  Grid in(Grid grid) {
    var links = new ArrayList<Link>();
    grid.links().forEach(link -> addLinks(link, links));
    return new Grid(
        grid.name(), grid.home(), grid.clusters().stream().map(this::cluster).toList(), links);
  }

  private Cluster cluster(Cluster cluster) {
    var hosts = new ArrayList<HostGroup>();
    cluster.hosts().forEach(group -> addHosts(group, hosts));
    @Nullable Double bandwidth = values.get(new SeriesName(Quantity.BANDWIDTH, cluster.name()));
    @Nullable Double latency = values.get(new SeriesName(Quantity.LATENCY, cluster.name()));
    return cluster.with(network(cluster.lan(), bandwidth, latency)).with(hosts);
  }

  private static Network network(
      Network old, @Nullable Double bandwidth, @Nullable Double latency) {
    return new Network(
        bandwidth == null ? old.bandwidth() : new Bandwidth(bandwidth),
        latency == null ? old.latency() : Durations.ofSeconds(latency),
        old.loss(),
        old.duplex(),
        old.jitter(),
        old.messages());
  }

  private void addLinks(Link link, List<Link> links) {
    boolean isMeasured = link.gaps().stream().anyMatch(this::isMeasured);
    if (!isMeasured) {
      links.add(link);
      return;
    }
    for (var gap : link.gaps()) {
      links.add(gap(gap, link));
    }
  }

  private boolean isMeasured(Link.Gap gap) {
    return values.keySet().stream()
        .anyMatch(
            name ->
                !name.quantity().isOfHost()
                    && (GridPlaces.isThere(gap, name.place())
                        || GridPlaces.isBack(gap, name.place())));
  }

  /**
   * One gap. A link that the grid has the same both ways stays so, with the lesser bandwidth and
   * the longer latency if both ways were measured.
   */
  private Link gap(Link.Gap gap, Link link) {
    var there = gap.from() + "-" + gap.to();
    var back = gap.to() + "-" + gap.from();
    Link.@Nullable Back other = link.back();
    var between = List.of(gap.from(), gap.to());
    if (other != null) {
      var network =
          network(link.network(), value(Quantity.BANDWIDTH, there), value(Quantity.LATENCY, there));
      var network2 =
          network(other.network(), value(Quantity.BANDWIDTH, back), value(Quantity.LATENCY, back));
      return new Link(
          between,
          limited(network, network2),
          new Link.Back(limited(network2, network), other.cost()),
          link.cost());
    }
    return new Link(
        between,
        network(
            link.network(),
            worse(Quantity.BANDWIDTH, there, back, Math::min),
            worse(Quantity.LATENCY, there, back, Math::max)),
        null,
        link.cost());
  }

  /** A direction without a bandwidth gets that of the other, as in a file. */
  private static Network limited(Network network, Network other) {
    return network.bandwidth().isLimited()
        ? network
        : network(network, other.bandwidth().bytesPerSecond(), null);
  }

  private @Nullable Double value(Quantity quantity, String place) {
    return values.get(new SeriesName(quantity, place));
  }

  private @Nullable Double worse(
      Quantity quantity, String there, String back, DoubleBinaryOperator choice) {
    @Nullable Double one = value(quantity, there);
    @Nullable Double other = value(quantity, back);
    return one == null || other == null
        ? (one == null ? other : one)
        : Double.valueOf(choice.applyAsDouble(one, other));
  }

  private void addHosts(HostGroup group, List<HostGroup> hosts) {
    boolean single =
        values.keySet().stream()
            .filter(name -> name.quantity().isOfHost())
            .noneMatch(name -> group.count() > 0 && group.has(name.place()));
    if (single) {
      hosts.add(host(group, group.name(), group.name(), group.count()));
      return;
    }
    for (int i = 0; i < group.size(); i++) {
      hosts.add(host(group, group.hostName(i), group.name(), 0));
    }
  }

  /** Hosts with what was measured of the host, or else of its group. */
  private HostGroup host(HostGroup old, String name, String groupName, int count) {
    @Nullable Double available = either(Quantity.AVAILABLE, name, groupName, null);
    @Nullable Double taskTime = either(Quantity.TASK_TIME, name, groupName, app);
    var share = available == null ? old.available() : new Fraction(available);
    // What a task really takes includes that others use the CPU.
    var rates =
        taskTime == null
            ? old.rates()
            : Map.of(app, new Rate(old.cores() / (taskTime * share.ofOne())));
    return new HostGroup(
        name,
        count,
        old.role(),
        rates,
        old.speed(),
        old.cores(),
        share,
        old.price(),
        old.masterRates(),
        old.peripherals());
  }

  private @Nullable Double either(
      Quantity quantity, String host, String group, @Nullable String ofApp) {
    @Nullable Double own = values.get(new SeriesName(quantity, host, ofApp));
    return own == null ? values.get(new SeriesName(quantity, group, ofApp)) : own;
  }
}
