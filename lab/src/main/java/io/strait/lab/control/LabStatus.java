package io.strait.lab.control;

import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Wires;
import io.strait.model.text.Tree;

/** What a lab's networks are like, and what passed them. */
final class LabStatus {
  private LabStatus() {}

  static Tree of(Wires wires, Relay relay) {
    var lanes = new Tree();
    wires
        .lanes()
        .forEach(
            (name, lane) -> {
              var rule = lane.rule();
              var counts = lane.counts();
              var tree = new Tree();
              if (Double.isFinite(rule.bytesPerSecond())) {
                tree.put("bytes_per_s", rule.bytesPerSecond());
              }
              lanes.put(
                  name,
                  tree.put("latency_s", rule.latencyNanos() / 1e9)
                      .put("jitter_s", rule.jitterNanos() / 1e9)
                      .put("loss", rule.loss())
                      .put("reorder", rule.reorder())
                      .put("queue_s", rule.queueNanos() / 1e9)
                      .put("cut", lane.isCut())
                      .put("packets", counts.packets())
                      .put("bytes", counts.bytes())
                      .put("lost", counts.lost())
                      .put("overflowed", counts.overflowed())
                      .put("dropped_by_cut", counts.cut())
                      .put("longest_queue_s", counts.mostBacklogNanos() / 1e9));
            });
    return new Tree()
        .put("lanes", lanes)
        .put("refused", relay.refused())
        .put("unroutable", relay.unroutable())
        .put("exhausted", relay.exhausted());
  }
}
