package io.strait.transport.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a message. They lie in an array of the sender, or are lent by the network. Lent
 * bytes go back once the message is handled, unless a receiver keeps them and gives them back
 * later. They must not be changed.
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

  /** A range of an array. */
  public static Piece of(byte[] bytes, int from, int length) {
    return lent(bytes, from, length, () -> {});
  }

  /** A range of an array that is used again once it is given back. */
  public static Piece lent(byte[] bytes, int from, int length, Runnable giveBack) {
    return new Piece(
        new ByteBuffer[] {ByteBuffer.wrap(bytes, from, length).slice()}, length, giveBack);
  }

  /** A range of the bytes in several buffers, which are used again once it is given back. */
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
      throw new IllegalArgumentException("the buffers end %d bytes too early".formatted(rest));
    }
    return new Piece(taken.toArray(ByteBuffer[]::new), length, giveBack);
  }

  public int length() {
    return length;
  }

  /** The buffers that hold the bytes. Their positions and limits must not be changed. */
  public ByteBuffer[] buffers() {
    return buffers;
  }

  /** Copies the bytes to an array, starting at an index. */
  public void copyTo(byte[] target, int at) {
    int to = at;
    for (var buffer : buffers) {
      buffer.get(0, target, to, buffer.limit());
      to += buffer.limit();
    }
  }

  /** Keeps the bytes after the message is handled, until they are given back. */
  public void keep() {
    kept = true;
  }

  /** Notes that the message is handled. */
  public void handled() {
    if (!kept) {
      giveBack();
    }
  }

  /** Gives the bytes back. The receiver that kept them must call it once. */
  public void giveBack() {
    giveBack.run();
  }
}
