package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The data of one unit over one channel, to be read as they come. On an emulated machine a {@link
 * StreamPace} says when the reader gets a piece that has come.
 */
final class Feed extends InputStream {
  private static final byte[] NOTHING = {};

  private final RankEngine engine;
  private final Channel channel;
  private final boolean isPaced;
  private final Deque<Inbox.Piece> released = new ArrayDeque<>();
  private @Nullable RuntimeException failure;

  /** How many pieces the reader may have, and whether these are all; for the pace alone. */
  private int count;

  private boolean isAll;

  /** When the last piece was there that the pace or else the reader has taken. */
  private long came = Long.MIN_VALUE;

  private byte[] current = NOTHING;
  private int at;
  private boolean isLast;

  Feed(RankEngine engine, Channel channel, boolean isPaced) {
    this.engine = engine;
    this.channel = channel;
    this.isPaced = isPaced;
  }

  /** Waits for the first piece. */
  void awaitFirst() throws InterruptedException {
    engine.inbox(channel).awaitPiece();
  }

  // ---- for the pace

  /**
   * Lets the reader have so many pieces of those that a unit should have, once they are there;
   * returns when the last was.
   */
  long release(int pieces) throws InterruptedException {
    while (!isAll && (count < pieces || pieces == channel.pieces())) {
      var piece = taken();
      count++;
      isAll = piece.last();
      synchronized (this) {
        released.add(piece);
        notifyAll();
      }
    }
    return came;
  }

  private Inbox.Piece taken() throws InterruptedException {
    var piece = engine.inbox(channel).take();
    came = Math.max(came, piece.at());
    return piece;
  }

  /** When the last piece was there that was taken. */
  long came() {
    return came;
  }

  int pieces() {
    return channel.pieces();
  }

  /** Nothing more will come. */
  synchronized void fail(RuntimeException why) {
    failure = why;
    notifyAll();
  }

  // ---- for the reader

  private synchronized Inbox.Piece released() throws InterruptedException {
    while (released.isEmpty()) {
      if (failure != null) {
        throw failure;
      }
      wait();
    }
    return released.remove();
  }

  /** Waits for data that were not read; whether there are any. */
  private boolean fill() throws IOException {
    while (at == current.length && !isLast) {
      try {
        var piece = isPaced ? released() : taken();
        current = piece.bytes();
        at = 0;
        isLast = piece.last();
        engine.tellTaken(channel, current.length);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while data were awaited");
      }
    }
    return at < current.length;
  }

  @Override
  public int read() throws IOException {
    return fill() ? current[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int some = Math.min(length, current.length - at);
    System.arraycopy(current, at, to, offset, some);
    at += some;
    return some;
  }

  @Override
  public int available() {
    return current.length - at;
  }

  /** Hands on piece by piece, each at once. */
  @Override
  public long transferTo(OutputStream to) throws IOException {
    long sum = 0;
    while (fill()) {
      int from = at;
      at = current.length;
      to.write(current, from, at - from);
      to.flush();
      sum += at - from;
    }
    return sum;
  }

  /** Leaves out what was not read. */
  void drain() throws InterruptedException {
    try {
      while (fill()) {
        at = current.length;
      }
    } catch (IOException e) {
      throw (InterruptedException) new InterruptedException().initCause(e);
    }
  }
}
