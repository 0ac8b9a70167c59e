package io.strait.farm.protocol;

/** How long a message to the parent and its answer take, in seconds. */
final class RoundTrip {
  private double usual;
  private double longest;
  private double least = Double.POSITIVE_INFINITY;

  /** Of late; 0 if unknown. */
  double usual() {
    return usual;
  }

  /** The longest of late. */
  double longest() {
    return longest;
  }

  /** The shortest, when nothing was in the way. */
  double least() {
    return least;
  }

  /** Seconds that messages wait on their way, by the last ones. */
  double queueing() {
    return Math.max(0, usual - least);
  }

  /** A session began with this. */
  void began(double seconds) {
    usual = seconds;
    longest = seconds;
    least = Math.min(least, seconds);
  }

  void measured(double seconds) {
    least = Math.min(least, seconds);
    usual = usual == 0 ? seconds : 0.5 * (usual + seconds);
    longest = Math.max(seconds, 0.8 * longest + 0.2 * seconds);
  }
}
