package io.strait.bench.truth;

import java.util.List;
import java.util.SplittableRandom;

/** Draws what users may write. */
final class Draw {
  private final SplittableRandom random;

  /** For what came later, so that the rest of a case stays as it was. */
  private final SplittableRandom later;

  Draw(long seed) {
    random = new SplittableRandom(seed).split();
    later = new SplittableRandom(~seed).split();
  }

  /** A number of any magnitude between two. */
  double magnitude(double least, double most) {
    return Math.exp(random.nextDouble(Math.log(least), Math.log(most)));
  }

  int upTo(int most) {
    return 1 + random.nextInt(most);
  }

  int below(int end) {
    return random.nextInt(end);
  }

  boolean chance(double share) {
    return random.nextDouble() < share;
  }

  <T> T oneOf(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }

  /** A latency as a file says it, from so many to so many milliseconds. */
  String latency(double least, double most) {
    return "%.3g ms".formatted(magnitude(least, most));
  }

  /** A bandwidth as a file says it. */
  String bandwidth(double least, double most) {
    return "%.3g B/s".formatted(magnitude(least, most));
  }

  String duplex() {
    return chance(0.5) ? "full" : "half";
  }

  /** A share of packets lost, or a bandwidth of its own for the way back, on a few links. */
  String troubles() {
    double kind = later.nextDouble();
    double size = later.nextDouble();
    if (kind < 0.1) {
      return ", loss: %.3g%%".formatted(Math.exp(Math.log(0.001) + size * Math.log(2000)));
    }
    return kind < 0.2
        ? ", back: {bandwidth: %.3g B/s}".formatted(Math.exp(Math.log(1e4) + size * Math.log(1e5)))
        : "";
  }

  /** A tree of links: each cluster is joined to one before it. */
  String links(int clusters, double leastBandwidth, double mostLatency, boolean withTroubles) {
    var links = new StringBuilder();
    for (int c = 1; c < clusters; c++) {
      links.append(
          "  - {between: [c%d, c%d], bandwidth: %s, latency: %s, duplex: %s%s}\n"
              .formatted(
                  below(c),
                  c,
                  bandwidth(leastBandwidth, 1e10),
                  latency(0.1, mostLatency),
                  duplex(),
                  withTroubles ? troubles() : ""));
    }
    return clusters == 1 ? "" : "links:\n" + links;
  }
}
