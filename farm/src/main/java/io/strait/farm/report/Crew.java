package io.strait.farm.report;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.report.EventIndex.Node;
import io.strait.farm.report.EventIndex.Role;
import io.strait.farm.traffic.GapRoutes;
import io.strait.kind.run.Incidents;
import io.strait.model.Grid;
import io.strait.model.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster every node belongs to, and which line of the timeline shows it. Where there are
 * more workers than lines, several neighbours share one.
 */
final class Crew {
  private static final int MOST_ROWS = 240;
  private static final int MOST_GROUPS = 40;

  /** The host of a lab at the edge of a cluster has this name before the cluster's. */
  private static final String GATEWAY_HOST = "gateway.";

  /** The workers of one cluster and their lines. */
  record Group(String name, List<Node> workers, int firstRow, int rows, int perRow) {}

  private final GapRoutes routes;
  private final EventIndex index;
  private final FarmPlan plan;
  private final Map<String, String> clusterOfHost = new HashMap<>();
  private final Map<String, Integer> coresOfHost = new HashMap<>();
  private final Map<String, Integer> placeOfHost = new HashMap<>();
  private final @Nullable String[] clusters;
  private final int[] rowOf;
  private final int[] groupOf;
  private final List<Group> groups = new ArrayList<>();
  private int[] coresOfRow = new int[0];

  Crew(EventIndex index, FarmPlan plan, Grid grid) {
    this.index = index;
    this.plan = plan;
    this.routes = new GapRoutes(grid);
    clusters = new @Nullable String[index.nodeLimit()];
    rowOf = new int[index.nodeLimit()];
    groupOf = new int[index.nodeLimit()];
    var workers = index.nodes(Role.WORKER);
    lookUp(workers, grid);
    layOut(workers, grid);
  }

  private void lookUp(List<Node> workers, Grid grid) {
    workers.forEach(w -> coresOfHost.put(w.name(), 1));
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        for (int i = 0; i < group.size(); i++) {
          var host = group.hostName(i);
          if (coresOfHost.replace(host, group.cores()) != null) {
            clusterOfHost.put(host, cluster.name());
            placeOfHost.put(host, placeOfHost.size());
          }
        }
      }
    }
  }

  private void layOut(List<Node> workers, Grid grid) {
    var byCluster = new LinkedHashMap<String, List<Node>>();
    grid.clusters().forEach(c -> byCluster.put(c.name(), new ArrayList<>()));
    // In the order of the grid; workers that it does not have follow in the order of the events.
    workers.stream()
        .sorted(Comparator.comparingInt(w -> placeOfHost.getOrDefault(w.name(), Integer.MAX_VALUE)))
        .forEach(w -> byCluster.computeIfAbsent(clusterOf(w), c -> new ArrayList<>()).add(w));
    byCluster.values().removeIf(List::isEmpty);
    fold(byCluster);
    int perRow = Math.max(1, Math.ceilDiv(workers.size(), MOST_ROWS));
    int row = 0;
    for (var entry : byCluster.entrySet()) {
      var members = entry.getValue();
      int rows = Math.ceilDiv(members.size(), perRow);
      for (int i = 0; i < members.size(); i++) {
        rowOf[members.get(i).number()] = row + i / perRow;
        groupOf[members.get(i).number()] = groups.size();
      }
      groups.add(new Group(entry.getKey(), members, row, rows, perRow));
      row += rows;
    }
    coresOfRow = new int[row];
    workers.forEach(w -> coresOfRow[rowOf(w)] += coresOf(w));
  }

  /** Where there are very many clusters, the smallest are shown as one. */
  private static void fold(Map<String, List<Node>> byCluster) {
    if (byCluster.size() <= MOST_GROUPS) {
      return;
    }
    var small =
        byCluster.entrySet().stream()
            .sorted(Comparator.comparingInt(e -> -e.getValue().size()))
            .skip(MOST_GROUPS - 1)
            .map(Map.Entry::getKey)
            .toList();
    var rest = new ArrayList<Node>();
    small.forEach(name -> rest.addAll(byCluster.getOrDefault(name, List.of())));
    byCluster.keySet().removeAll(small);
    byCluster.put("%d more clusters".formatted(small.size()), rest);
  }

  /** The cluster of a node: its gateway's name, or where the plan has its host. */
  String clusterOf(Node node) {
    @Nullable String known = clusters[node.number()];
    if (known == null) {
      known = findCluster(node);
      clusters[node.number()] = known;
    }
    return known;
  }

  private String findCluster(Node node) {
    @Nullable Node at = node;
    for (int depth = 0; at != null && at.role() != Role.MASTER && depth < 64; depth++) {
      if (at.role() == Role.GATEWAY) {
        return at.name();
      }
      at = index.node(at.parent());
    }
    return node.role() == Role.MASTER
        ? plan.masterCluster()
        : clusterOfHost.getOrDefault(node.name(), plan.masterCluster());
  }

  /** Whether a cluster could not reach the master's during a fault of a lab. */
  boolean isCutOff(String cluster, Incidents.Span span) {
    var home = plan.masterCluster();
    if (span.isCutOf(cluster)) {
      return true;
    }
    return !cluster.equals(home)
        && (span.isCutOf(home)
            || gaps(cluster).stream().anyMatch(gap -> span.isCutOf(gap.from(), gap.to())));
  }

  /** The gaps between a cluster and the master's. */
  List<Link.Gap> gaps(String cluster) {
    return routes.between(cluster, plan.masterCluster());
  }

  /** Whether the gateway of a cluster, or the master, stood still during a fault of a lab. */
  boolean isStalled(String cluster, Incidents.Span span) {
    return span.isFreezeOf(plan.master()) || span.isFreezeOf(GATEWAY_HOST + cluster);
  }

  @Nullable Node parent(Node node) {
    return index.node(node.parent());
  }

  List<Group> groups() {
    return groups;
  }

  int rows() {
    return coresOfRow.length;
  }

  int rowOf(Node worker) {
    return rowOf[worker.number()];
  }

  int groupOf(Node worker) {
    return groupOf[worker.number()];
  }

  int coresOf(Node worker) {
    return coresOfHost.getOrDefault(worker.name(), 1);
  }

  /** Tasks that the workers of a line can compute at a time. */
  int coresOfRow(int row) {
    return coresOfRow[row];
  }
}
