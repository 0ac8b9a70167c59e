package io.strait.cli;

import io.strait.lab.Lab;
import io.strait.lab.control.LabStatus;
import io.strait.lab.fault.FaultScript;
import io.strait.lab.host.HostProcesses;
import io.strait.lab.relay.CongestionControl;
import io.strait.lab.relay.Hosts;
import io.strait.lab.relay.NetworkState;
import io.strait.model.Grid;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Format;
import io.strait.view.Style;
import io.strait.view.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Labs as text and as JSON. */
final class LabText {
  private static final int MOST_NAMES = 6;
  private static final double NANOS = 1e9;

  private LabText() {}

  /** What came up, what it does not limit, and how to go on. */
  static String up(
      Lab lab, Grid grid, double scale, CongestionControl control, Map<String, Double> quotas) {
    var hosts = Hosts.of(grid);
    int clusters = hosts.clusters().size();
    var text =
        new StringBuilder(
            "lab %s is up: %s in %s, and a gateway for each%n"
                .formatted(
                    lab.name(), count(grid.hostCount(), "host"), count(clusters, "cluster")));
    if (scale != 1) {
      text.append(
          "time scale %s: latencies are divided by it, bandwidths multiplied%n"
              .formatted(number(scale)));
    }
    text.append("TCP: %s%n".formatted(control.name()));
    var unlimited = unlimited(grid);
    if (!unlimited.isEmpty()) {
      text.append("unlimited, since the grid gives no bandwidth: %s%n".formatted(some(unlimited)));
    }
    if (!quotas.isEmpty()) {
      text.append(
          "CPUs: %s%n"
              .formatted(
                  some(
                      quotas.entrySet().stream()
                          .map(each -> each.getKey() + " " + number(each.getValue()))
                          .toList())));
    }
    var first = hosts.all().getFirst().name();
    text.append(
        "go on with: strait lab exec --lab %s %s -- ping -c 3 %s%n"
            .formatted(lab.name(), first, other(hosts)));
    text.append("and at the end: strait lab down %s%n".formatted(lab.name()));
    return text.toString();
  }

  /** A host that is far from the first. */
  private static String other(Hosts hosts) {
    var last = hosts.of(hosts.clusters().size() - 1);
    return (hosts.clusters().size() > 1 ? last.getFirst() : last.get(last.size() - 1)).name();
  }

  private static List<String> unlimited(Grid grid) {
    var names = new ArrayList<String>();
    for (var cluster : grid.clusters()) {
      if (!cluster.lan().bandwidth().isLimited()) {
        names.add("LAN " + cluster.name());
      }
    }
    for (var link : grid.links()) {
      for (var gap : link.gaps()) {
        if (!gap.network().bandwidth().isLimited() && !gap.back().bandwidth().isLimited()) {
          names.add("gap " + gap.name());
        }
      }
    }
    return names;
  }

  private static String count(int number, String thing) {
    return "%d %s%s".formatted(number, thing, number == 1 ? "" : "s");
  }

  private static String some(List<String> names) {
    return names.size() <= MOST_NAMES
        ? String.join(", ", names)
        : "%s and %d more"
            .formatted(String.join(", ", names.subList(0, MOST_NAMES)), names.size() - MOST_NAMES);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "%.0f".formatted(value) : "%.3g".formatted(value);
  }

  /** What a script is going to do. */
  static String faults(Lab lab, FaultScript script) {
    return "lab %s plays %s; all is over after %s%n"
        .formatted(
            lab.name(), count(script.faults().size(), "fault"), Durations.text(script.end()));
  }

  /** The labs of this machine. */
  static String all(List<Lab> labs, Format format, Style style) throws IOException {
    if (format == Format.JSON) {
      var list = new ArrayList<Tree>();
      for (var lab : labs) {
        list.add(new Tree().put("lab", lab.name()).put("up", lab.isUp()));
      }
      return new Tree().put("labs", list).json();
    }
    if (labs.isEmpty()) {
      return "there is no lab%n".formatted();
    }
    var table = new Table("lab", "state", " hosts", "more");
    for (var lab : labs) {
      boolean isUp = lab.isUp();
      table.row(
          lab.name(),
          isUp ? "up" : "down",
          Integer.toString(lab.hostNames().size()),
          isUp
              ? "strait lab status --lab " + lab.name()
              : "clean up: strait lab down " + lab.name());
    }
    return table.print(style);
  }

  /** One lab: its networks and what passed them, its hosts and what runs there. */
  static String of(Lab lab, Format format, Style style) throws IOException {
    if (!lab.isUp()) {
      return format == Format.JSON
          ? new Tree().put("lab", lab.name()).put("up", false).json()
          : "the relay of lab %s does not answer, clean up: strait lab down %s%n"
              .formatted(lab.name(), lab.name());
    }
    var status = lab.client().status();
    var hosts = Hosts.of(lab.grid());
    var processes = new HostProcesses(lab.namespaces()).byHost(lab.hostNames());
    return format == Format.JSON
        ? json(lab, status, hosts, processes)
        : "%s%n%s%n%s"
            .formatted(title(lab, status), networks(status, style), hosts(hosts, processes, style));
  }

  private static String json(
      Lab lab, LabStatus status, Hosts hosts, Map<String, List<Long>> processes) {
    var list = new ArrayList<Tree>();
    for (int c = 0; c < hosts.clusters().size(); c++) {
      for (var host : hosts.of(c)) {
        list.add(
            new Tree()
                .put("name", host.name())
                .put("cluster", hosts.clusters().get(c))
                .put("address", host.address())
                .put("namespace", lab.namespaces().of(host.name()))
                .put("processes", processes.getOrDefault(host.name(), List.of())));
      }
    }
    return status.tree().put("lab", lab.name()).put("up", true).put("hosts", list).json();
  }

  private static String title(Lab lab, LabStatus status) {
    var text =
        new StringBuilder(
            "lab %s is up%s%n"
                .formatted(
                    lab.name(),
                    status.scale() == 1
                        ? ""
                        : ", %s times faster than life (figures as they are in the lab)"
                            .formatted(number(status.scale()))));
    if (status.refused() > 0) {
      text.append("packets that clusters did not let in: %d%n".formatted(status.refused()));
    }
    if (status.unroutable() > 0) {
      text.append("packets for addresses that no host has: %d%n".formatted(status.unroutable()));
    }
    if (status.exhausted() > 0) {
      text.append("times the relay had no room for packets: %d%n".formatted(status.exhausted()));
    }
    return text.toString();
  }

  private static String networks(LabStatus status, Style style) {
    var table =
        new Table(
            "network",
            "",
            " bandwidth",
            " latency",
            " jitter",
            " loss",
            " passed",
            " packets",
            " dropped: queue",
            " loss",
            " cut");
    for (var network : status.networks()) {
      var rule = network.rule();
      var counts = network.counts();
      table.row(
          network.name(),
          state(network),
          Double.isFinite(rule.bytesPerSecond())
              ? Bandwidth.rounded(rule.bytesPerSecond())
              : "unlimited",
          time(rule.latencyNanos()),
          time(rule.jitterNanos()),
          rule.loss() == 0 ? "–" : "%s %%".formatted(number(100 * rule.loss())),
          new Bytes(counts.bytes()).toString(),
          Long.toString(counts.packets()),
          drops(counts.overflowed()),
          drops(counts.lost()),
          drops(counts.cut()));
    }
    return table.print(style);
  }

  private static String state(NetworkState network) {
    return network.isCut() ? "cut" : network.isLan() ? "LAN" : "gap";
  }

  private static String time(long nanos) {
    return nanos == 0 ? "–" : Durations.rounded(nanos / NANOS);
  }

  private static String drops(long count) {
    return count == 0 ? "–" : Long.toString(count);
  }

  private static String hosts(Hosts hosts, Map<String, List<Long>> processes, Style style) {
    var table = new Table("host", "cluster", "address", " processes");
    for (int c = 0; c < hosts.clusters().size(); c++) {
      for (var host : hosts.of(c)) {
        table.row(
            host.name(),
            hosts.clusters().get(c),
            host.address(),
            Integer.toString(processes.getOrDefault(host.name(), List.of()).size()));
      }
    }
    return table.print(style);
  }
}
