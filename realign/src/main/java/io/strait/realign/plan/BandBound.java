package io.strait.realign.plan;

import io.strait.realign.file.Axis;

/**
 * What crosses gaps at least in the paper's realignment (every block is cut into K parts, which go
 * to K blocks in a row), or in its reverse, wherever the blocks of both sides are.
 *
 * <p>Let g = gcd(K, P), m = P/g, k = K/g. Blocks of either side come in m classes of g that have
 * the same neighbours, and the classes lie on a circle, each sender's beside those of the k targets
 * after it.
 *
 * <p>First the circle alone (g = 1). For a targets Y and any t up to a and k, the sum over all
 * senders x of min(t, messages from x into Y) is the sum over Y of min(k, way round the circle to
 * the t-th target after it). That is concave in the distances between targets, so it is least when
 * all but one of them are 1: S = t * min(m, a + k - t). Of the k * a messages into Y, b senders
 * have at most k * a - S + t * b, whichever they are. The best t makes that the number for targets
 * and senders in one row each; so it is concave in a and in b.
 *
 * <p>In general a cluster has n blocks of each side, some of each class. Cut by "at least l of a
 * class", both sides are g layers of sets on the circle, and messages inside are those between any
 * two layers. By concavity there are most of them when layers are as equal as whole numbers can be.
 */
final class BandBound {
  private final Problem problem;
  private final int[] sizes;
  private final long blocks;

  /** Parts that go to every block alike, and those that go to the next ones in the row. */
  private final long rounds;

  private final long parts;

  /** Elements of a part. */
  private final long part;

  private BandBound(Problem problem, long parts, long part) {
    this.problem = problem;
    this.part = part;
    sizes = problem.sizes();
    blocks = problem.blocks();
    rounds = parts / blocks;
    this.parts = parts % blocks;
  }

  /** A bound for one step; 0 if it is none of these. */
  static double of(Problem problem, int step) {
    var from = problem.distribution(step).axes();
    var to = problem.distribution(step + 1).axes();
    int cut = -1;
    for (int d = 0; d < from.size(); d++) {
      if (from.get(d).processors() > 1 || to.get(d).processors() > 1) {
        if (cut >= 0) {
          return 0;
        }
        cut = d;
      }
    }
    if (cut < 0) {
      return 0;
    }
    long parts = Math.max(parts(from.get(cut), to.get(cut)), parts(to.get(cut), from.get(cut)));
    if (parts == 0) {
      return 0;
    }
    long part = problem.distribution(step).elements() / problem.blocks() / parts;
    return new BandBound(problem, parts, part).cost();
  }

  /** The paper's K from one distribution to another, else 0. */
  static long parts(Axis source, Axis target) {
    return source.cycle() == source.extent() && source.block() % target.block() == 0
        ? source.block() / target.block()
        : 0;
  }

  private double cost() {
    double toAll = 0;
    for (int a = 0; a < sizes.length && rounds > 0; a++) {
      for (int b = 0; b < sizes.length; b++) {
        long messages = (long) sizes[a] * sizes[b];
        toAll += problem.costs().of(a, b, messages, messages * rounds * part);
      }
    }
    return toAll + costOfRows();
  }

  /** What one more part costs; it is a message of its own if there is no other one to go with. */
  private double price(int from, int to) {
    return problem.costs().of(from, to, rounds > 0 ? 0 : 1, part);
  }

  private double costOfRows() {
    double inside = Double.POSITIVE_INFINITY;
    for (int c = 0; c < sizes.length; c++) {
      if (sizes[c] > 0) {
        inside = Math.min(inside, price(c, c));
      }
    }
    double in = 0;
    double out = 0;
    for (int c = 0; c < sizes.length; c++) {
      double nearestIn = Double.POSITIVE_INFINITY;
      double nearestOut = Double.POSITIVE_INFINITY;
      for (int other = 0; other < sizes.length; other++) {
        if (other != c && sizes[other] > 0) {
          nearestIn = Math.min(nearestIn, price(other, c));
          nearestOut = Math.min(nearestOut, price(c, other));
        }
      }
      if (Math.min(nearestIn, nearestOut) < inside) {
        return 0; // being apart is cheaper
      }
      long external = sizes[c] * parts - mostInside(sizes[c]);
      if (external > 0) {
        in += external * (nearestIn - inside);
        out += external * (nearestOut - inside);
      }
    }
    return blocks * parts * inside + Math.max(in, out);
  }

  /** The most messages that so many blocks of each side can have among them. */
  private long mostInside(long size) {
    long classes = gcd(blocks, parts);
    long fewer = size / classes;
    long larger = size % classes;
    long others = classes - larger;
    return larger * larger * most(fewer + 1, fewer + 1)
        + 2 * larger * others * most(fewer + 1, fewer)
        + others * others * most(fewer, fewer);
  }

  /** The most messages from so many senders to so many targets on the circle. */
  private long most(long targets, long senders) {
    long divisor = gcd(blocks, parts);
    long circle = blocks / divisor;
    long row = parts / divisor;
    // t * (m - b) grows, then t * (a + k - t - b) up to its middle.
    long middle = Math.max(targets + row - circle, Math.floorDiv(row + targets - senders, 2));
    long t = Math.clamp(middle, 0, Math.min(targets, row));
    return row * targets - t * (Math.min(circle, targets + row - t) - senders);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
