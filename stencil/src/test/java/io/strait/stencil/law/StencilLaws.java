package io.strait.stencil.law;

/**
 * What an iteration of a stencil takes across a gap: paper <em>lhrp</em>, and what can be done
 * better. All times are in seconds.
 *
 * <pre>
 *   G  one way across the gap          B  columns that both sides compute (the band)
 *   I  one way inside a cluster        c  computing one column of the band
 *   w  computing a whole block         T0 = max(I, w), what an iteration takes without any gap
 * </pre>
 */
public final class StencilLaws {
  private StencilLaws() {}

  /** Exchange, then compute. */
  public static double sync(double gap, double compute) {
    return gap + compute;
  }

  /** Latency hiding: the longer of travelling and computing. */
  public static double latencyHiding(double gap, double compute) {
    return Math.max(gap, compute);
  }

  /** lhrp (1): the average latency of a cycle, {@code (G + B*I) / B}. */
  public static double paperLatency(double gap, double lan, int band) {
    return (gap + band * lan) / band;
  }

  /** lhrp's model of a cycle: {@code max((G + B*I)/B, W/C)}. */
  public static double paperCycle(double gap, double lan, int band, double compute) {
    return Math.max(paperLatency(gap, lan, band), compute);
  }

  /**
   * What lhrp's own rule costs, a column advancing at most one version a cycle: {@code (G + B*I) /
   * (B+1)}. In {@code G + B*I} a border crosses the gap and the band, and that frees B + 1
   * versions.
   */
  public static double redundantProcessing(double gap, double lan, int band, double compute) {
    return Math.max(Math.max(lan, compute), (gap + band * lan) / (band + 1));
  }

  /**
   * The wavefront: an arriving border lets the whole diagonal behind it advance at once, so
   * crossing the band costs B columns of computing and no hops: {@code max(I, w, (G + B*c)/(B+1))}.
   */
  public static double wavefront(double gap, double lan, int band, double column, double compute) {
    return Math.max(Math.max(lan, compute), (gap + band * column) / (band + 1));
  }

  /**
   * The wavefront where every column of a diagonal must first hear from the rank above or below,
   * because cells depend on diagonal neighbours: {@code (G + I + B*c + (B-1)*I) / (B+1)}.
   */
  public static double wavefrontWithCorners(
      double gap, double lan, int band, double column, double compute) {
    double crossing = gap + lan + band * column + (band - 1) * lan;
    return Math.max(Math.max(lan, compute), crossing / (band + 1));
  }

  /**
   * A deep halo: {@code depth} columns exchanged every {@code depth} iterations, nothing hidden.
   *
   * @param compute of an iteration without redundant columns
   * @param column computing what one more column of halo adds to an iteration
   */
  public static double deepHalo(double gap, int depth, double column, double compute) {
    return compute + gap / depth + (depth - 1) * column / 2;
  }

  /** The depth that costs least: {@code sqrt(2*G/c)}. */
  public static double bestDepth(double gap, double column) {
    return column == 0 ? Double.POSITIVE_INFINITY : Math.max(1, Math.sqrt(2 * gap / column));
  }

  /**
   * The smallest band that makes the gap's latency disappear: {@code B >= (G - T0)/(T0 - c)}.
   *
   * @return infinite where computing one column takes as long as an iteration
   */
  public static double smallestBand(double gap, double iteration, double column) {
    if (gap <= iteration) {
      return 0;
    }
    // A hair less, so that a ratio that is whole does not become one more by rounding.
    return iteration <= column
        ? Double.POSITIVE_INFINITY
        : Math.ceil((gap - iteration) / (iteration - column) * (1 - 1e-12));
  }

  /** Where computing and LAN are tiny, the best band: {@code sqrt(G/c)}. */
  public static double squareRootBand(double gap, double column) {
    return column == 0 ? Double.POSITIVE_INFINITY : Math.sqrt(gap / column);
  }

  /** What an iteration takes with that band: {@code sqrt(G*c)}. */
  public static double squareRootTime(double gap, double column) {
    return Math.sqrt(gap * column);
  }

  /**
   * A latency that is exceeded with the given probability, where an exponentially distributed part
   * comes on top of a fixed one.
   */
  public static double latencyPercentile(double latency, double jitter, double exceeded) {
    return latency - jitter * Math.log(exceeded);
  }
}
