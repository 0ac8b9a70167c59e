package io.strait.realign.law;

/**
 * Paper <em>realign</em>: on which processor block X of an array sits, so that what its K parts are
 * sent to is near. In natural order part j of block X goes to processor (X*K + j) mod P.
 *
 * <pre>
 *   C  clusters                   n  processors of a cluster
 *   P  processors in all          K  parts of a block, the partition factor
 * </pre>
 */
public final class Realign {
  private Realign() {}

  /** realign (4): {@code F(X) = floor(X/C) + (X mod C)*K}, for clusters of K processors each. */
  public static int paper(int block, int clusters, int parts) {
    return block / clusters + block % clusters * parts;
  }

  /**
   * For any K, with g = gcd(K, P): {@code F(X) = (K*X mod P + floor(X*g/P) + floor((K-g)/2)) mod
   * P}. The first two terms deal out where the parts of a block begin, the third moves a block to
   * the middle of its parts. Always a permutation; the same as (4) for K = n. Good where clusters
   * are equal, but no proof of anything.
   */
  public static int closedForm(int block, long parts, int processors) {
    long divisor = gcd(parts, processors);
    long begin = parts % processors * block % processors;
    long round = block * divisor / processors;
    long middle = (parts - divisor) / 2 % processors;
    return (int) ((begin + round + middle) % processors);
  }

  /**
   * No numbering whatever has more interior messages: {@code sum of n*min(K, n)}, where K is at
   * most P.
   */
  public static long mostInterior(int[] sizes, long parts) {
    long sum = 0;
    for (int size : sizes) {
      sum += size * Math.min(parts, size);
    }
    return sum;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
