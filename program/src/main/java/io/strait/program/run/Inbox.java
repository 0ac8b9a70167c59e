package io.strait.program.run;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What has come over one channel and was not used yet. Data of a unit come in pieces, the last of
 * them marked; late data replace what came before.
 */
final class Inbox {
  /**
   * Some data of a unit.
   *
   * @param at when they are there on an emulated grid, by {@link System#nanoTime}; not in the
   *     future once they are here
   */
  record Piece(long unit, byte[] bytes, boolean last, long at) {}

  private static final byte[] NOTHING = {};

  private final boolean late;
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private byte[] newest = NOTHING;
  private @Nullable ByteArrayOutputStream incoming;
  private @Nullable RuntimeException failure;

  Inbox(boolean late) {
    this.late = late;
  }

  synchronized void put(Piece piece) {
    if (!late) {
      pieces.add(piece);
    } else {
      var sum = incoming == null ? new ByteArrayOutputStream() : incoming;
      sum.writeBytes(piece.bytes());
      incoming = piece.last() ? null : sum;
      if (piece.last()) {
        newest = sum.toByteArray();
      }
    }
    notifyAll();
  }

  /** Nothing more will come. */
  synchronized void fail(RuntimeException why) {
    failure = why;
    notifyAll();
  }

  /** How many pieces are there. */
  synchronized int size() {
    return pieces.size();
  }

  /** Waits until a piece is there. */
  synchronized void awaitPiece() throws InterruptedException {
    while (pieces.isEmpty()) {
      if (failure != null) {
        throw failure;
      }
      wait();
    }
  }

  /** The next piece, once it is there. */
  synchronized Piece take() throws InterruptedException {
    awaitPiece();
    return pieces.remove();
  }

  /** All pieces of the next unit as one, once they are there; of late data what came last. */
  Piece whole() throws InterruptedException {
    if (late) {
      synchronized (this) {
        return new Piece(0, newest, true, Long.MIN_VALUE);
      }
    }
    var piece = take();
    if (piece.last()) {
      return piece;
    }
    var all = new ByteArrayOutputStream();
    all.writeBytes(piece.bytes());
    while (!piece.last()) {
      piece = take();
      all.writeBytes(piece.bytes());
    }
    return new Piece(piece.unit(), all.toByteArray(), true, piece.at());
  }
}
