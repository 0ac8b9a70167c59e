package io.strait.farm.pace;

/** How long a message to the parent and its answer take, in seconds. */
public final class RoundTrip {
  private double usual;
  private double longest;
  private double least = Double.POSITIVE_INFINITY;

  /** Of late; 0 if unknown. */
  public double usual() {
    return usual;
  }

  /** The longest of late. */
  public double longest() {
    return longest;
  }

  /** The shortest, when nothing was in the way. */
  public double least() {
    return least;
  }

  /** Seconds that messages wait on their way, by the last ones. */
  public double queueing() {
    return Math.max(0, usual - least);
  }

  /** A session began with this. */
  public void began(double seconds) {
    usual = seconds;
    longest = seconds;
    least = Math.min(least, seconds);
  }

  public void measured(double seconds) {
    least = Math.min(least, seconds);
    usual = usual == 0 ? seconds : 0.5 * (usual + seconds);
    longest = Math.max(seconds, 0.8 * longest + 0.2 * seconds);
  }
}
