package io.strait.lab.control;

import io.strait.lab.relay.Lane;
import io.strait.lab.relay.LaneRule;
import io.strait.lab.relay.NetworkState;
import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Wires;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * What a lab's networks are like, and what passed them.
 *
 * @param scale how many times faster than life the lab is
 * @param refused packets that clusters did not let in
 * @param unroutable packets for addresses that no host has
 * @param exhausted how often packets had to wait in their hosts, because too many were under way
 */
public record LabStatus(
    double scale, List<NetworkState> networks, long refused, long unroutable, long exhausted) {
  private static final double NANOS = 1e9;

  public LabStatus {
    networks = List.copyOf(networks);
  }

  static LabStatus of(double scale, Wires wires, Relay relay) {
    return new LabStatus(
        scale, wires.networks(), relay.refused(), relay.unroutable(), relay.exhausted());
  }

  /** As it is sent and printed. */
  public Tree tree() {
    return new Tree()
        .put("time_scale", scale)
        .put("networks", networks.stream().map(LabStatus::tree).toList())
        .put("refused", refused)
        .put("unroutable", unroutable)
        .put("exhausted", exhausted);
  }

  private static Tree tree(NetworkState network) {
    var rule = network.rule();
    var counts = network.counts();
    return new Tree()
        .put("name", network.name())
        .put("kind", network.isLan() ? "lan" : "gap")
        .put("cut", network.isCut())
        .put("bytes_per_s", rule.bytesPerSecond())
        .put("latency_s", rule.latencyNanos() / NANOS)
        .put("jitter_s", rule.jitterNanos() / NANOS)
        .put("loss", rule.loss())
        .put("reorder", rule.reorder())
        .put("queue_s", rule.queueNanos() / NANOS)
        .put("packets", counts.packets())
        .put("bytes", counts.bytes())
        .put("dropped_by_loss", counts.lost())
        .put("dropped_by_queue", counts.overflowed())
        .put("dropped_by_cut", counts.cut())
        .put("longest_queue_s", counts.mostBacklogNanos() / NANOS);
  }

  /** Reads what {@link #tree()} printed as JSON, which is YAML too. */
  static LabStatus read(String json) {
    var document = Document.parse("the relay's answer", json);
    var all =
        new Reading(
            document,
            Fields.of(
                document,
                document.root(),
                "the status",
                "time_scale",
                "networks",
                "refused",
                "unroutable",
                "exhausted"));
    var networks = new ArrayList<NetworkState>();
    for (var item : Fields.items(document, all.fields.required("networks"), "networks")) {
      networks.add(
          new Reading(document, Fields.of(document, item, "a network", NETWORK_KEYS)).network());
    }
    return new LabStatus(
        all.number("time_scale"),
        networks,
        all.count("refused"),
        all.count("unroutable"),
        all.count("exhausted"));
  }

  private static final String[] NETWORK_KEYS = {
    "name",
    "kind",
    "cut",
    "bytes_per_s",
    "latency_s",
    "jitter_s",
    "loss",
    "reorder",
    "queue_s",
    "packets",
    "bytes",
    "dropped_by_loss",
    "dropped_by_queue",
    "dropped_by_cut",
    "longest_queue_s"
  };

  private record Reading(Document document, Fields fields) {
    String text(String key) {
      return Fields.text(document, fields.required(key), key);
    }

    double number(String key) {
      var text = text(key);
      return text.equals("null") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    long count(String key) {
      return Long.parseLong(text(key));
    }

    long nanos(String key) {
      return Math.round(number(key) * NANOS);
    }

    NetworkState network() {
      return new NetworkState(
          text("name"),
          text("kind").equals("lan"),
          Boolean.parseBoolean(text("cut")),
          new LaneRule(
              number("bytes_per_s"),
              nanos("latency_s"),
              nanos("jitter_s"),
              number("loss"),
              number("reorder"),
              nanos("queue_s")),
          new Lane.Counts(
              count("packets"),
              count("bytes"),
              count("dropped_by_loss"),
              count("dropped_by_queue"),
              count("dropped_by_cut"),
              nanos("longest_queue_s")));
    }
  }
}
