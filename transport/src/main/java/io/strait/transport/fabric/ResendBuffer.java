package io.strait.transport.fabric;

import io.strait.transport.wire.RawLink;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The frames that were sent and that the other end has not acknowledged. Frames have no numbers of
 * their own: both ends count those that they have sent and received since they first met, and a
 * connection keeps their order. Used under the lock of its owner.
 */
final class ResendBuffer {
  /**
   * A frame.
   *
   * @param blocked the sender that is not read until this frame has arrived; null if none is
   */
  record Kept(byte[] bytes, int length, @Nullable RawLink blocked) {
    void send(RawLink to) {
      to.send(bytes, length, GapFrame.NONE, 0, 0);
    }
  }

  private final ArrayDeque<Kept> kept = new ArrayDeque<>();
  private long acknowledged;

  void add(Kept frame) {
    kept.add(frame);
  }

  /** Whether the other end may have received so many frames. */
  boolean isPossible(long received) {
    return received >= acknowledged && received <= acknowledged + kept.size();
  }

  /**
   * The other end has received so many frames since the beginning.
   *
   * @param gone is told of each that need not be kept any longer
   * @throws IllegalArgumentException if so many were never sent
   */
  void acknowledge(long received, Consumer<Kept> gone) {
    if (received > acknowledged + kept.size()) {
      throw new IllegalArgumentException(
          "it acknowledges frame %d of %d".formatted(received, acknowledged + kept.size()));
    }
    while (acknowledged < received) {
      acknowledged++;
      gone.accept(kept.remove());
    }
  }

  /** Forgets all. */
  void clear(Consumer<Kept> gone) {
    kept.forEach(gone);
    kept.clear();
  }

  /** Sends all of them once more. */
  void resend(RawLink to) {
    kept.forEach(frame -> frame.send(to));
  }
}
