package io.strait.transport.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes on their way. They lie in an array of whoever sends them, or are lent by the network: then
 * they go back when the message was dealt with, unless somebody keeps them, who gives them back
 * later. Nobody changes them.
 */
public final class Piece {
  private final ByteBuffer[] buffers;
  private final int length;
  private final Runnable giveBack;
  private boolean kept;

  private Piece(ByteBuffer[] buffers, int length, Runnable giveBack) {
    this.buffers = buffers;
    this.length = length;
    this.giveBack = giveBack;
  }

  /** A stretch of an array. */
  public static Piece of(byte[] bytes, int from, int length) {
    return lent(bytes, from, length, () -> {});
  }

  /** A stretch of an array that is used again once it was given back. */
  public static Piece lent(byte[] bytes, int from, int length, Runnable giveBack) {
    return new Piece(
        new ByteBuffer[] {ByteBuffer.wrap(bytes, from, length).slice()}, length, giveBack);
  }

  /** A stretch of what lies in several buffers, which are used again once it was given back. */
  public static Piece lent(List<ByteBuffer> buffers, int from, int length, Runnable giveBack) {
    var taken = new ArrayList<ByteBuffer>(buffers.size());
    int skip = from;
    int rest = length;
    for (var buffer : buffers) {
      int here = Math.min(buffer.remaining() - skip, rest);
      if (here > 0) {
        taken.add(buffer.slice(buffer.position() + skip, here));
        rest -= here;
      }
      skip = Math.max(0, skip - buffer.remaining());
    }
    if (rest > 0) {
      throw new IllegalArgumentException("%d bytes are missing".formatted(rest));
    }
    return new Piece(taken.toArray(ByteBuffer[]::new), length, giveBack);
  }

  public int length() {
    return length;
  }

  /** Where the bytes are; nobody moves these. */
  public ByteBuffer[] buffers() {
    return buffers;
  }

  /** Copies the bytes to an array, from an index on. */
  public void copyTo(byte[] target, int at) {
    int to = at;
    for (var buffer : buffers) {
      buffer.get(0, target, to, buffer.limit());
      to += buffer.limit();
    }
  }

  /** Lets the bytes stay after the message was dealt with, until they are given back. */
  public void keep() {
    kept = true;
  }

  /** The message was dealt with. */
  public void handled() {
    if (!kept) {
      giveBack();
    }
  }

  /** Nobody looks at the bytes any more. To be called once, by whoever kept them. */
  public void giveBack() {
    giveBack.run();
  }
}
