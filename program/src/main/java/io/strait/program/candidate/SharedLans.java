package io.strait.program.candidate;

import io.strait.model.Duplex;
import io.strait.model.quantity.Bandwidth;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import java.util.Optional;

/**
 * What all hosts of a cluster together send over a half-duplex LAN. The laws give every host a card
 * of its own, as with a switch; on a hub they share the medium.
 */
final class SharedLans {
  private final Flow flow;
  private final Placement placement;

  /** Bytes of a unit, and bytes per second by the clock, by cluster. */
  private final double[] perUnit;

  private final double[] perSecond;

  private SharedLans(Flow flow, Placement placement) {
    this.flow = flow;
    this.placement = placement;
    this.perUnit = new double[flow.grid().clusters().size()];
    this.perSecond = new double[perUnit.length];
    for (int edge = 0; edge < flow.app().data().size(); edge++) {
      add(edge);
    }
  }

  /** A sentence if the hosts of some LAN send more than it could carry as a hub. */
  static Optional<String> note(Flow flow, Candidate candidate) {
    return new SharedLans(flow, Candidates.placement(flow, candidate)).note(candidate.rate());
  }

  private void add(int edge) {
    var data = flow.app().data().get(edge);
    for (var from : placement.parts().get(flow.from(edge))) {
      for (var to : placement.parts().get(flow.to(edge))) {
        if (from.machine() != to.machine()) {
          add(data, data.volume() * Flow.share(data, from, to), from, to);
        }
      }
    }
  }

  /** Data inside of a cluster pass its LAN once, others that of each end. */
  private void add(DataEdge data, double bytes, Placement.Part from, Placement.Part to) {
    int source = flow.machines().get(from.machine()).cluster();
    int target = flow.machines().get(to.machine()).cluster();
    add(data, bytes, source);
    if (target != source) {
      add(data, bytes, target);
    }
  }

  private void add(DataEdge data, double bytes, int cluster) {
    perUnit[cluster] += bytes * data.every().perUnit();
    perSecond[cluster] += bytes * data.every().perSecond();
  }

  private Optional<String> note(double rate) {
    int worst = -1;
    double most = rate;
    for (int cluster = 0; cluster < perUnit.length; cluster++) {
      var lan = flow.grid().clusters().get(cluster).lan();
      double room = lan.bandwidth().bytesPerSecond() - perSecond[cluster];
      if (lan.duplex() == Duplex.HALF && perUnit[cluster] * most > room) {
        worst = cluster;
        most = Math.max(0, room / perUnit[cluster]);
      }
    }
    if (worst < 0) {
      return Optional.empty();
    }
    var cluster = flow.grid().clusters().get(worst);
    return Optional.of(
        ("The hosts of %s send %s over a half-duplex LAN of %s, with a card each as behind a"
                + " switch; if they share it as a hub, at most %.3g %s/s.")
            .formatted(
                cluster.name(),
                Bandwidth.rounded(perUnit[worst] * rate + perSecond[worst]),
                Bandwidth.rounded(cluster.lan().bandwidth().bytesPerSecond()),
                most,
                flow.app().unit()));
  }
}
