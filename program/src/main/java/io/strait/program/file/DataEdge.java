package io.strait.program.file;

/**
 * Data that one calculation hands to another: an off-diagonal element of the resource matrix.
 * Between hosts it is sent in messages; on one host it costs nothing.
 *
 * @param volume the bytes each time (DVOL); what split calculations send or take is divided among
 *     their parts
 * @param message the bytes of a message (MSGZ); 0 if each part's share is one message
 * @param broadcast whether every part of a split receiver gets all of it
 * @param late whether the receiver uses the last that came rather than wait
 * @param every how often it is sent
 * @param seconds how long the transfer was measured to take, instead of what the network says; NaN
 *     if it was not
 * @param cpu the CPU share of that transfer at both ends; NaN if the network says it
 */
public record DataEdge(
    String from,
    String to,
    double volume,
    double message,
    boolean broadcast,
    boolean late,
    Every every,
    double seconds,
    double cpu) {

  /** How people name it. */
  public String name() {
    return from + " to " + to;
  }

  public boolean isMeasured() {
    return !Double.isNaN(seconds);
  }
}
