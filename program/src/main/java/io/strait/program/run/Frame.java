package io.strait.program.run;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The head of a message between ranks: what it is, its channel, the unit, a point in time by the
 * sender's clock, and the bytes of the whole piece. Little-endian, followed by the bytes of this
 * message.
 *
 * @param at the point in emulated time that the message speaks of
 * @param after so many nanoseconds later it concerns the receiver: data that begin to arrive, or
 *     have come
 * @param bytes of the piece; of a credit how much was used
 * @param offset of this message in the piece
 */
record Frame(
    int kind, int channel, long unit, long at, long after, long bytes, long offset, boolean last) {
  /** Some bytes of a piece of data. */
  static final int DATA = 1;

  /** A receiver has used so many units of a channel. */
  static final int USED = 2;

  /** A part that no other waits for has ended a unit. */
  static final int ENDED = 3;

  /** A rank has done all that is due. */
  static final int DUE_DONE = 4;

  /** A rank has nothing more to say. */
  static final int DONE = 5;

  /** A receiver has read so many bytes of a channel. */
  static final int TAKEN = 6;

  static final int HEAD = 56;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  void write(MemorySegment to) {
    to.set(INT, 0, kind);
    to.set(INT, 4, channel);
    to.set(LONG, 8, unit);
    to.set(LONG, 16, at);
    to.set(LONG, 24, after);
    to.set(LONG, 32, bytes);
    to.set(LONG, 40, offset);
    to.set(INT, 48, last ? 1 : 0);
  }

  static Frame read(MemorySegment from) {
    return new Frame(
        from.get(INT, 0),
        from.get(INT, 4),
        from.get(LONG, 8),
        from.get(LONG, 16),
        from.get(LONG, 24),
        from.get(LONG, 32),
        from.get(LONG, 40),
        from.get(INT, 48) == 1);
  }
}
