package io.strait.bench.truth;

import java.util.List;
import java.util.SplittableRandom;

/** Draws what users may write. */
final class Draw {
  private final SplittableRandom random;

  Draw(long seed) {
    random = new SplittableRandom(seed).split();
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

  /** A tree of links: each cluster is joined to one before it. */
  String links(int clusters, double leastBandwidth, double mostLatency) {
    var links = new StringBuilder();
    for (int c = 1; c < clusters; c++) {
      links.append(
          "  - {between: [c%d, c%d], bandwidth: %s, latency: %s, duplex: %s}\n"
              .formatted(
                  below(c),
                  c,
                  bandwidth(leastBandwidth, 1e10),
                  latency(0.1, mostLatency),
                  duplex()));
    }
    return clusters == 1 ? "" : "links:\n" + links;
  }
}
