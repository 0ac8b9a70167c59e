package io.strait.realign.outcome;

import io.strait.kind.file.Span;
import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Outcome;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.realign.outcome.RankResult.Messages;
import io.strait.realign.outcome.RankResult.Times;
import io.strait.realign.outcome.RankResult.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A numbering that was run. Everything is of one repetition.
 *
 * @param scale how many times faster than real time the grid was emulated; 0 for no emulation
 * @param time seconds; only measured where the plan promises nothing of the machines that ran it
 * @param files seconds of reading and writing files, of this machine
 * @param resumed whether an earlier attempt had done a part of it, so that the times are not of the
 *     whole
 * @param verified whether every element was where it belongs; null for a user's own elements, of
 *     which nobody knows what they should be
 * @param ranks by number; none where they are not known
 */
public record NumberingOutcome(
    String name,
    double scale,
    Promise time,
    double files,
    boolean resumed,
    Messages messages,
    @Nullable Boolean verified,
    List<Rank> ranks)
    implements Outcome {
  private static final String WHAT = "a step";

  public NumberingOutcome {
    ranks = List.copyOf(ranks);
  }

  /** What one rank did. */
  public record Rank(int rank, String host, String cluster, Times times, Volume volume) {
    public String title() {
      return "%d %s, %s".formatted(rank, host, cluster);
    }

    private Tree json() {
      return new Tree()
          .put("rank", rank)
          .put("host", host)
          .put("cluster", cluster)
          .put("pack_s", times.packing())
          .put("wait_s", times.waiting())
          .put("unpack_s", times.unpacking())
          .put("io_s", times.files())
          .put("sent_bytes", volume.sent())
          .put("received_bytes", volume.received())
          .put("forwarded_bytes", volume.forwarded())
          .put("memory_bytes", volume.memory());
    }

    private static Rank read(JsonFile file, Node.Mapping node, int expected) {
      if (file.required(node, "rank", WHAT) != expected) {
        throw file.document()
            .error(node, "rank %s, expected rank %d".formatted(file.text(node, "rank"), expected));
      }
      return new Rank(
          expected,
          file.text(node, "host"),
          file.text(node, "cluster"),
          new Times(
              file.numberOrZero(node, "pack_s"),
              file.numberOrZero(node, "wait_s"),
              file.numberOrZero(node, "unpack_s"),
              file.numberOrZero(node, "io_s")),
          new Volume(
              (long) file.numberOrZero(node, "sent_bytes"),
              (long) file.numberOrZero(node, "received_bytes"),
              (long) file.numberOrZero(node, "forwarded_bytes"),
              (long) file.numberOrZero(node, "memory_bytes")));
    }
  }

  @Override
  public boolean isPromised() {
    return time.predicted() > 0 && !resumed;
  }

  public boolean isWrong() {
    return Boolean.FALSE.equals(verified);
  }

  /** The most that a rank used, in bytes. */
  public long memory() {
    return ranks.stream().mapToLong(rank -> rank.volume.memory()).max().orElse(0);
  }

  /** For a report. */
  public Tree json() {
    var tree =
        new Tree()
            .put("name", name)
            .put("predicted_s", time.predicted())
            .put("simulated_s", time.simulated())
            .put("measured_s", time.measured())
            .put("precision", time.precision());
    return messages(tree);
  }

  /** As {@code summary.json} has it. */
  Tree summary() {
    var tree =
        new Tree()
            .put("name", name)
            .put("time_scale", scale)
            .put("predicted_s", time.predicted())
            .put("simulated_s", time.simulated())
            .put("measured_s", time.measured())
            .putIfPresent("least_s", time.promised().isNarrow() ? null : time.promised().least())
            .putIfPresent("most_s", time.promised().isNarrow() ? null : time.promised().most())
            .put("io_s", files)
            .putIfPresent("precision", isPromised() ? precision() : null)
            .put("resumed", resumed);
    return messages(tree).put("ranks", ranks.stream().map(Rank::json).toList());
  }

  private Tree messages(Tree tree) {
    return tree.put("interior", messages.interior())
        .put("external", messages.external())
        .put("interior_bytes", messages.interiorBytes())
        .put("external_bytes", messages.externalBytes())
        .put("verified", verified);
  }

  /**
   * Reads what {@link #summary} wrote.
   *
   * @param expected how many ranks the plan has
   */
  static NumberingOutcome read(JsonFile file, Node.Mapping node, int expected) {
    var ranks = new ArrayList<Rank>();
    for (var item : file.items(node, "ranks")) {
      ranks.add(Rank.read(file, file.mapping(item, "a rank"), ranks.size()));
    }
    if (!ranks.isEmpty() && ranks.size() != expected) {
      throw file.document()
          .error(
              node,
              "ranks has %d items, expected %d, one for each rank"
                  .formatted(ranks.size(), expected));
    }
    var verified = file.text(node, "verified");
    return new NumberingOutcome(
        file.text(node, "name"),
        file.numberOrZero(node, "time_scale"),
        new Promise(
            promised(file, node),
            file.number(node, "simulated_s"),
            file.required(node, "measured_s", WHAT)),
        file.numberOrZero(node, "io_s"),
        file.text(node, "resumed").equals("true"),
        new Messages(
            (long) file.required(node, "interior", WHAT),
            (long) file.required(node, "external", WHAT),
            (long) file.required(node, "interior_bytes", WHAT),
            (long) file.required(node, "external_bytes", WHAT)),
        verified.matches("true|false") ? Boolean.valueOf(verified) : null,
        ranks);
  }

  private static Span promised(JsonFile file, Node.Mapping node) {
    double predicted = file.number(node, "predicted_s");
    double least = file.number(node, "least_s");
    double most = file.number(node, "most_s");
    return new Span(
        predicted, Double.isNaN(least) ? predicted : least, Double.isNaN(most) ? predicted : most);
  }
}
