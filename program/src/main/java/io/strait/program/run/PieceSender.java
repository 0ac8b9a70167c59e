package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The data of one unit over one channel, sent on while they are made. Without emulation they go at
 * once. On an emulated machine they go in the pieces of the simulation, each when a {@link
 * StreamPace} allows it and the code has made it.
 */
final class PieceSender {
  /** How many bytes code may be ahead of an emulated machine, besides a piece. */
  private static final int AHEAD = 1 << 20;

  private final RankEngine engine;
  private final Channel channel;
  private final long unit;
  private final boolean isPaced;
  private final boolean isHeld;
  private byte[] made = new byte[0];
  private int from;
  private int end;
  private long bytes;

  /** Pieces that were sent, and that may be. */
  private long pieces;

  private long allowed;

  /** When the emulated machine was done with what may be sent. */
  private long at = Long.MIN_VALUE;

  private @Nullable RuntimeException failure;

  /**
   * @param isHeld whether code waits that makes data long before the emulated machine would. Code
   *     with input does not: the pace may need input that comes when the code has read what it got.
   */
  PieceSender(RankEngine engine, Channel channel, long unit, boolean isPaced, boolean isHeld) {
    this.engine = engine;
    this.channel = channel;
    this.unit = unit;
    this.isPaced = isPaced;
    this.isHeld = isHeld;
  }

  /** Takes data that the code has made. */
  synchronized void write(byte[] data, int offset, int length) throws InterruptedException {
    bytes += length;
    if (!isPaced) {
      for (int some = 0; some < length; some += Courier.CHUNK) {
        int each = Math.min(Courier.CHUNK, length - some);
        send(Arrays.copyOfRange(data, offset + some, offset + some + each), false);
      }
      return;
    }
    add(data, offset, length);
    sendAllowed();
    while (isHeld && allowed < Long.MAX_VALUE && end - from > size(pieces) + AHEAD) {
      if (failure != null) {
        throw failure;
      }
      wait();
    }
  }

  private void add(byte[] data, int offset, int length) {
    if (length > made.length - end) {
      int left = end - from;
      var larger =
          left + (long) length <= made.length / 2
              ? made
              : new byte[Math.max(Math.addExact(left, length), (int) Math.min(2L * left, 1 << 30))];
      System.arraycopy(made, from, larger, 0, left);
      made = larger;
      from = 0;
      end = left;
    }
    System.arraycopy(data, offset, made, end, length);
    end += length;
  }

  /**
   * The emulated machine is done with so many pieces.
   *
   * @param when it was
   */
  synchronized void allow(int count, long when) throws InterruptedException {
    at = when;
    allowed = count == channel.pieces() ? Long.MAX_VALUE : count;
    sendAllowed();
    notifyAll();
  }

  /** Nobody will allow more. */
  synchronized void fail(RuntimeException why) {
    failure = why;
    notifyAll();
  }

  /** The last piece waits for the end, which alone knows that it is the last. */
  private void sendAllowed() throws InterruptedException {
    while (pieces < allowed) {
      long size = size(pieces);
      if (end - from < size || (pieces >= channel.pieces() - 1 && end - from == size)) {
        return;
      }
      pieces++;
      send(Arrays.copyOfRange(made, from, from + (int) size), false);
      from += (int) size;
    }
  }

  /** The bytes of a piece; of those beyond the promised ones no fewer than in a message. */
  private long size(long piece) {
    double each = channel.volume() / channel.pieces();
    return piece < channel.pieces()
        ? (long) ((piece + 1) * each) - (long) (piece * each)
        : Math.max((long) each, Courier.CHUNK);
  }

  private void send(byte[] piece, boolean isLast) throws InterruptedException {
    engine.sendPiece(channel, new Inbox.Piece(unit, piece, isLast, at));
  }

  /**
   * Sends the rest.
   *
   * @param when it was made
   * @return how many bytes were sent altogether
   */
  synchronized long end(long when) throws InterruptedException {
    at = when;
    allowed = Long.MAX_VALUE;
    sendAllowed();
    send(Arrays.copyOfRange(made, from, end), true);
    return bytes;
  }
}
