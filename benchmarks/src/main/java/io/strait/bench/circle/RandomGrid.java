package io.strait.bench.circle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random grid whose every figure can be seen from its hosts: LANs are faster than all gaps of
 * their cluster together, and behind a gap that several clusters share, each has less than it.
 *
 * <p>2 to 5 clusters of 2 or 3 hosts, each a hub or a switch. Gaps form a tree, so that clusters
 * reach others through those between; some have a further gap. Every other grid of three clusters
 * or more has an exchange: a place without hosts, where the ways of several clusters part. A third
 * of the gaps differ by direction, some lose packets, some are full-duplex.
 */
final class RandomGrid {
  private static final String NAMES = "abcde";

  private final SplittableRandom random;
  private final double speed;
  private final List<String> clusters = new ArrayList<>();
  private final List<String> links = new ArrayList<>();

  /**
   * @param speed of a core of this machine, flop per second
   */
  RandomGrid(long seed, double speed) {
    this.random = new SplittableRandom(seed);
    this.speed = speed;
  }

  private double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  /** Evenly on a logarithmic scale. */
  private double scaled(double low, double high) {
    return low * Math.pow(high / low, random.nextDouble());
  }

  /** The text of the grid file. */
  String draw() {
    int count = 2 + random.nextInt(4);
    boolean hasExchange = count >= 3 && random.nextBoolean();
    for (int i = 0; i < count; i++) {
      cluster(i);
    }
    if (hasExchange) {
      exchange(count);
    } else {
      tree(count);
    }
    return "grid: circle\nhome: a\nclusters:\n"
        + String.join("", clusters)
        + "links:\n"
        + String.join("", links);
  }

  private void cluster(int number) {
    var name = NAMES.substring(number, number + 1);
    // The fastest host has a core of this machine, the others a share of one.
    double share = number == 0 ? 1 : between(0.45, 1);
    clusters.add(
        "  %s:%n    lan: {bandwidth: %.2f MB/s, latency: %.2f ms%s}%n    hosts: [{name: %s, count: %d, speed: %.4f Gflop/s}]%n"
            .formatted(
                name,
                between(8, 20),
                between(0.6, 1.5),
                random.nextBoolean() ? ", duplex: full" : "",
                name,
                2 + random.nextInt(2),
                share * speed / 1e9));
  }

  private void tree(int count) {
    for (int i = 1; i < count; i++) {
      link(NAMES.charAt(random.nextInt(i)), NAMES.charAt(i), scaled(0.15, 2), between(4, 90));
    }
  }

  private void exchange(int count) {
    clusters.add("  x:\n    hosts: [{name: x, role: master}]\n");
    double uplink = scaled(0.4, 2);
    double latency = between(10, 40);
    links.add(
        "  - {between: [a, x], bandwidth: %.3f MB/s, latency: %.1f ms, duplex: full}%n"
            .formatted(uplink, latency));
    for (int i = 1; i < count; i++) {
      // Less than the uplink, but two are more than it.
      links.add(
          "  - {between: [x, %s], bandwidth: %.3f MB/s, latency: %.1f ms, duplex: full}%n"
              .formatted(NAMES.charAt(i), between(0.7, 0.92) * uplink, between(4, 50)));
    }
  }

  private void link(char from, char to, double rate, double latency) {
    var more = "";
    int kind = random.nextInt(3);
    if (kind == 0) {
      more = ", back: {bandwidth: %.3f MB/s}".formatted(rate * between(0.3, 0.8));
    } else if (kind == 1) {
      more = ", duplex: full";
    }
    if (random.nextInt(4) == 0) {
      more += ", loss: %.1f%%".formatted(between(0.5, 2));
    }
    links.add(
        "  - {between: [%s, %s], bandwidth: %.3f MB/s, latency: %.1f ms%s}%n"
            .formatted(from, to, rate, latency, more));
  }
}
