package io.strait.run.farm;

/**
 * Results on their way to the parent, whole.
 *
 * @param number of the part within its session
 * @param tasks exactly those that it covers
 */
public record Part(int number, Kind kind, IdSet tasks, byte[] payload) {
  /** What the payload is. */
  public enum Kind {
    /** The result of one task. */
    VALUE,
    /** Results of several tasks, added up. */
    PARTIAL,
    /** One task failed; the payload says why, as text. */
    FAILED
  }
}
