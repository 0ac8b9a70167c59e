package io.strait.realign.outcome;

/**
 * What one rank has to tell of all repetitions.
 *
 * @param verified whether it has what it should have; true where nobody knows that
 */
public record RankResult(
    int rank, Times times, Volume volume, Messages messages, boolean verified) {
  /**
   * What a rank spent its time on, in seconds.
   *
   * @param packing and copying what stays
   * @param waiting without anything to do
   * @param files reading and writing them
   */
  public record Times(double packing, double waiting, double unpacking, double files) {
    public double sum() {
      return packing + waiting + unpacking + files;
    }
  }

  /**
   * How much a rank moved and held, in bytes.
   *
   * @param sent its own elements to other ranks
   * @param received elements from other ranks
   * @param forwarded others' elements that it passed on as a gateway
   * @param memory for its parts, as far as they are not files, and for messages
   */
  public record Volume(long sent, long received, long forwarded, long memory) {}

  /**
   * Messages that a rank received.
   *
   * @param interior from its own cluster, and from itself
   * @param external from other clusters
   */
  public record Messages(long interior, long external, long interiorBytes, long externalBytes) {}
}
