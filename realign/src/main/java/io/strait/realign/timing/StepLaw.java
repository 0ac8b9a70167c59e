package io.strait.realign.timing;

import io.strait.model.Grid;
import io.strait.model.quantity.Durations;
import io.strait.realign.plan.Ranks;
import java.util.Arrays;

/**
 * What one step of a realignment cannot be faster than, by the model of {@link
 * io.strait.realign.simulate}: the largest of
 *
 * <ul>
 *   <li>for each channel between gateways, what comes to it no sooner than some time t must cross
 *       after t: max over t of (t + bytes that are not there at t / bandwidth) + latency + the last
 *       chunk's way from the gateway to its rank. Bytes come as ports of ranks send them: first
 *       those for the cluster after their own, and so on, so they are known for all t, as polygons
 *       whose corners are the only t to look at;
 *   <li>for each port, all that it sends / bandwidth + latency; of a gateway what it passes on,
 *       too, which of each channel cannot begin before the first of it has come.
 * </ul>
 *
 * <p>All are lower bounds of what the simulation takes. What they leave out is how queues in a row
 * interfere, and that chunks are not infinitely small.
 */
final class StepLaw {
  private final Ranks ranks;
  private final StepLoads loads;
  private final Channels channels;
  private final double[] lanBandwidth;
  private final double[] lanLatency;
  private final java.util.List<String> hosts;
  private double seconds;
  private String boundBy = RealignTiming.NOTHING;

  StepLaw(Grid grid, Ranks ranks, StepLoads loads, Channels channels) {
    this.ranks = ranks;
    this.loads = loads;
    this.channels = channels;
    this.hosts = ranks.hosts();
    lanBandwidth =
        grid.clusters().stream()
            .mapToDouble(c -> c.lan().ofConnections(1).bytesPerSecond())
            .toArray();
    lanLatency =
        grid.clusters().stream().mapToDouble(c -> Durations.seconds(c.lan().latency())).toArray();
    for (int c = 0; c < ranks.clusters(); c++) {
      if (ranks.size(c) > 0) {
        ports(c);
        gateway(c);
      }
    }
  }

  double seconds() {
    return seconds;
  }

  String boundBy() {
    return boundBy;
  }

  private void bound(double at, String by) {
    if (at > seconds) {
      seconds = at;
      boundBy = by;
    }
  }

  private void ports(int cluster) {
    for (int r = ranks.first(cluster); r < ranks.first(cluster + 1); r++) {
      long interior = loads.interior(r);
      if (interior > 0) {
        long all = interior + (ranks.isGateway(r) ? 0 : loads.external(r));
        port(r, all / lanBandwidth[cluster]);
      }
    }
  }

  /** What has not come to a gateway at some time must be passed on after it. */
  private void gateway(int cluster) {
    int clusters = ranks.clusters();
    var firsts = new double[clusters];
    for (int other = 0; other < clusters; other++) {
      boolean comes = other != cluster && loads.traffic.bytes(other, cluster) > 0;
      firsts[other] = comes ? channel(other, cluster) : 0;
    }
    double rounds = loads.interior(ranks.first(cluster)) / lanBandwidth[cluster];
    for (int from = 0; from < clusters; from++) {
      long later = 0;
      for (int other = 0; other < clusters; other++) {
        later += firsts[other] >= firsts[from] ? passed(other, cluster) : 0;
      }
      if (later > 0) {
        passing(cluster, firsts[from], later / lanBandwidth[cluster]);
      }
    }
    double all = rounds;
    for (int other = 0; other < clusters; other++) {
      all += passed(other, cluster) / lanBandwidth[cluster];
    }
    if (all > rounds) {
      port(ranks.first(cluster), all);
    }
  }

  /** Bytes that the gateway of a cluster passes on from another one. */
  private long passed(int from, int to) {
    return loads.forwarded[from * ranks.clusters() + to];
  }

  private void passing(int cluster, double first, double seconds) {
    double latency = lanLatency[cluster];
    bound(
        first + seconds + latency,
        seconds >= first
            ? "LAN port of host " + hosts.get(ranks.first(cluster))
            : "way to the gateway of " + ranks.clusterName(cluster));
  }

  private void port(int rank, double busy) {
    double latency = lanLatency[ranks.clusterOf(rank)];
    bound(
        busy + latency,
        latency > busy
            ? "latency of LAN " + ranks.clusterName(ranks.clusterOf(rank))
            : "LAN port of host " + hosts.get(rank));
  }

  /** Bounds the step by a channel; when the first byte can have come to its end. */
  private double channel(int from, int to) {
    int pair = from * ranks.clusters() + to;
    double bandwidth = channels.bandwidth(from, to);
    double lan = lanBandwidth[from];
    var starts = new double[ranks.size(from)];
    var ends = new double[starts.length];
    int count = 0;
    for (int r = ranks.first(from) + 1; r < ranks.first(from + 1); r++) {
      if (loads.out(r, to) > 0) {
        starts[count] = loads.before(r, to) / lan + lanLatency[from];
        ends[count] = starts[count] + loads.out(r, to) / lan;
        count++;
      }
    }
    Arrays.sort(starts, 0, count);
    Arrays.sort(ends, 0, count);
    long all = loads.traffic.bytes(from, to);
    long own = loads.out(ranks.first(from), to);
    double worst = all / bandwidth; // at t = 0
    double worstStart = 0;
    if (count > 0 && Double.isInfinite(lan)) {
      worst = Math.max(worst, starts[0] + (all - own) / bandwidth);
    }
    double moreStarts = sum(starts, count);
    double moreEnds = sum(ends, count);
    for (int s = 0, e = 0; Double.isFinite(lan) && e < count; ) {
      boolean begins = s < count && starts[s] <= ends[e];
      double t = begins ? starts[s] : ends[e];
      // A sender's bytes come evenly from its start to its end.
      double left = (moreEnds - (count - e) * t - moreStarts + (count - s) * t) * lan;
      if (t + left / bandwidth > worst) {
        worst = t + left / bandwidth;
        worstStart = t;
      }
      if (begins) {
        moreStarts -= starts[s++];
      } else {
        moreEnds -= ends[e++];
      }
    }
    double hop =
        loads.endsAtGateway[pair] ? 0 : lanLatency[to] + loads.lastChunk[pair] / lanBandwidth[to];
    double latency = channels.latency(from, to);
    bound(worst + latency + hop, by(from, to, worstStart, worst - worstStart, latency, hop));
    return (own > 0 ? 0 : starts[0]) + latency;
  }

  private static double sum(double[] values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }

  private String by(int from, int to, double start, double crossing, double latency, double hop) {
    double most = Math.max(Math.max(start, crossing), Math.max(latency, hop));
    if (most == crossing) {
      return "gap " + channels.gap(from, to);
    }
    if (most == latency) {
      return "latency of gap " + channels.gap(from, to);
    }
    return "LAN of " + ranks.clusterName(most == start ? from : to);
  }
}
