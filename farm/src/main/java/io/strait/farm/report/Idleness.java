package io.strait.farm.report;

import io.strait.farm.report.EventIndex.Node;
import io.strait.farm.report.EventIndex.Role;
import io.strait.view.page.Bins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When workers could not compute, gathered while events are read: what {@link Losses} follow from.
 * Amounts are milliseconds of cores, by line of the timeline. Memory grows with nodes and bins.
 */
final class Idleness {
  private static final long NEVER = -1;
  private static final int MOST_LEASES = 1_000;

  /** Tasks that a node held while it was gone, until they were handed out again. */
  record Lease(Node node, long from, long to, long tasks) {}

  private final EventIndex index;
  private final Crew crew;
  final Bins[] cut;
  final Bins[] gone;

  /** Workers that stood still themselves. */
  final Bins[] frozen;

  /** Those whose gateway or master stood still, and who may have gone on for a while. */
  final Bins[] stalled;

  /** Milliseconds, by cluster, during which its gateway was away. */
  final Bins[] away;

  /** Tasks that were begun, by cluster. */
  final Bins[] begun;

  final List<Lease> leases = new ArrayList<>();
  final long[] firstBegin;
  final long[] lastEnd;
  final double[] busy;
  final long[] done;
  long lastBegin;
  private final long[] goneSince;
  private final boolean[] silent;
  private final long[] backSince;
  private final Map<String, int[]> coresByRow = new HashMap<>();

  /** When a cluster was heard first after each outage. */
  private final List<Map<String, Long>> words = new ArrayList<>();

  Idleness(EventIndex index, Crew crew) {
    this.index = index;
    this.crew = crew;
    cut = bins(crew.rows());
    gone = bins(crew.rows());
    frozen = bins(crew.rows());
    stalled = bins(crew.rows());
    away = bins(crew.groups().size());
    begun = bins(crew.groups().size());
    firstBegin = never();
    lastEnd = never();
    goneSince = never();
    backSince = never();
    silent = new boolean[index.nodeLimit()];
    busy = new double[index.nodeLimit()];
    done = new long[index.nodeLimit()];
    index.outages.forEach(outage -> words.add(new HashMap<>()));
    for (var group : crew.groups()) {
      for (var worker : group.workers()) {
        coresByRow
                .computeIfAbsent(crew.clusterOf(worker), c -> new int[crew.rows()])[
                crew.rowOf(worker)] +=
            crew.coresOf(worker);
      }
    }
  }

  private Bins[] bins(int count) {
    var bins = new Bins[count];
    Arrays.setAll(bins, i -> new Bins(index.end, EventBins.BINS));
    return bins;
  }

  private long[] never() {
    var times = new long[index.nodeLimit()];
    Arrays.fill(times, NEVER);
    return times;
  }

  /** A worker began a number of tasks within some time, and had computed them at its end. */
  void computed(Node worker, long from, long to, long tasks, double time) {
    int number = worker.number();
    firstBegin[number] = firstBegin[number] == NEVER ? from : Math.min(firstBegin[number], from);
    lastEnd[number] = Math.max(lastEnd[number], to);
    busy[number] += time;
    done[number] += tasks;
    long last = tasks > 1 ? to : from;
    begun[crew.groupOf(worker)].add(from, last, (double) tasks);
    lastBegin = Math.max(lastBegin, last);
  }

  /**
   * A node is gone.
   *
   * @param isSilent whether it could not be heard for long before, rather than that its connection
   *     was closed
   */
  void gone(Node node, long since, boolean isSilent) {
    goneSince[node.number()] = since;
    silent[node.number()] = isSilent;
  }

  /** A node said something. */
  void heard(Node node, long time) {
    if (node.role() == Role.GATEWAY) {
      for (int i = 0; i < words.size(); i++) {
        if (index.outages.get(i).to() <= time) {
          words.get(i).putIfAbsent(crew.clusterOf(node), time);
        }
      }
    }
  }

  /** A node is there, for the first time or again. */
  void there(Node node, long time) {
    heard(node, time);
    int number = node.number();
    long since = goneSince[number];
    if (since != NEVER) {
      absent(node, since, time, silent[number]);
      goneSince[number] = NEVER;
      backSince[number] = time;
    } else if (node.role() == Role.WORKER && node.parent() > 0) {
      // It was connected to a gateway that was gone, and has found it again only now.
      long back = backSince[node.parent()];
      if (back != NEVER && firstBegin[number] != NEVER && firstBegin[number] < back) {
        absent(node, back, time, false);
      }
    }
  }

  /** A node's tasks are handed out again. */
  void handedBack(Node node, long time, long tasks) {
    long since = goneSince[node.number()];
    if (since != NEVER && leases.size() < MOST_LEASES) {
      leases.add(new Lease(node, since, time, tasks));
    }
  }

  /** All events were read. */
  void end() {
    for (var role : List.of(Role.GATEWAY, Role.WORKER)) {
      for (var node : index.nodes(role)) {
        long since = goneSince[node.number()];
        if (since != NEVER) {
          absent(node, since, index.end, false);
        }
      }
    }
    for (int i = 0; i < words.size(); i++) {
      outage(index.outages.get(i), words.get(i));
    }
  }

  private void absent(Node node, long from, long to, boolean isCut) {
    var where = isCut ? cut : gone;
    if (node.role() == Role.WORKER) {
      add(where, node, from, to);
    } else {
      add(where, crew.clusterOf(node), from, to);
    }
  }

  /**
   * What is known of a lab need not be guessed from who was heard when. A cluster that was cut off
   * is so until something gets through again.
   */
  private void outage(EventIndex.Outage outage, Map<String, Long> next) {
    var span = outage.span();
    for (var cluster : coresByRow.keySet()) {
      long until = next.getOrDefault(cluster, outage.to());
      if (crew.isCutOff(cluster, span)) {
        add(cut, cluster, outage.from(), until);
      } else if (crew.isStalled(cluster, span)) {
        add(stalled, cluster, outage.from(), until);
      }
    }
    for (var group : crew.groups()) {
      for (var worker : group.workers()) {
        if (span.isFreezeOf(worker.name())) {
          add(frozen, worker, outage.from(), outage.to());
        }
      }
    }
  }

  private void add(Bins[] where, Node worker, long from, long to) {
    where[crew.rowOf(worker)].add(from, to, (double) (to - from) * crew.coresOf(worker));
  }

  private void add(Bins[] where, String cluster, long from, long to) {
    var cores = coresByRow.getOrDefault(cluster, new int[0]);
    for (int row = 0; row < cores.length; row++) {
      if (cores[row] > 0) {
        where[row].add(from, to, (double) (to - from) * cores[row]);
      }
    }
    var groups = crew.groups();
    for (int g = 0; g < groups.size(); g++) {
      if (groups.get(g).name().equals(cluster)) {
        away[g].add(from, to, (double) (to - from));
      }
    }
  }
}
