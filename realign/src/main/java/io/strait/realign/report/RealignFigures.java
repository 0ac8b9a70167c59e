package io.strait.realign.report;

import java.util.List;

/**
 * Numberings with which a realignment was run: predicted, simulated and measured. Times are those
 * of one repetition.
 *
 * @param predicted seconds; NaN where nothing was promised; likewise the next
 * @param files seconds of reading and writing files, of this machine
 * @param resumed whether a former life had done a part of it, so that the times are not of the
 *     whole
 * @param verified whether every element was where it belongs; true where nobody can say
 * @param checked whether somebody can: of data of the user's nobody knows what they should be
 */
public record RealignFigures(
    String name,
    double predicted,
    double simulated,
    double measured,
    double files,
    boolean resumed,
    long interior,
    long external,
    long interiorBytes,
    long externalBytes,
    boolean verified,
    boolean checked,
    List<Rank> ranks) {
  public RealignFigures {
    ranks = List.copyOf(ranks);
  }

  /** What one rank did. */
  public record Rank(
      int rank,
      String host,
      String cluster,
      double pack,
      double waiting,
      double unpack,
      double io,
      long sent,
      long received,
      long memory) {
    double seconds() {
      return pack + waiting + unpack + io;
    }
  }

  /** The smaller of predicted and measured over the larger; NaN where nothing was predicted. */
  public double precision() {
    double larger = Math.max(predicted, measured);
    return larger == 0 ? 1 : Math.min(predicted, measured) / larger;
  }

  boolean isNatural() {
    return name.equals("natural");
  }

  public boolean isPromised() {
    return predicted > 0 && !resumed;
  }
}
