package io.strait.transport.wire;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A stream of gRPC that carries frames of plain bytes. One thread at a time sends. */
public final class RawLink implements ClientResponseObserver<Frame, Frame> {
  /** Bytes of a frame, at most. */
  public static final int LONGEST = Frame.MOST;

  private static final int READ_AHEAD = 64;

  private final RawInbox inbox;
  private final Runnable onClose;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean told = new AtomicBoolean();
  private @Nullable CallStreamObserver<Frame> out;

  /**
   * @param onClose releases what belongs to the stream
   */
  RawLink(RawInbox inbox, Runnable onClose) {
    this.inbox = inbox;
    this.onClose = onClose;
  }

  /** The parent's end is open as soon as it exists. */
  void accepted(CallStreamObserver<Frame> to) {
    out = to;
    to.setOnReadyHandler(() -> inbox.ready(this));
    opened.set(true);
    inbox.opened(this);
    to.request(READ_AHEAD);
  }

  /** The child's end is open when it may be written to for the first time. */
  @Override
  public void beforeStart(ClientCallStreamObserver<Frame> to) {
    out = to;
    to.disableAutoRequestWithInitial(READ_AHEAD);
    to.setOnReadyHandler(
        () -> {
          if (opened.compareAndSet(false, true)) {
            inbox.opened(this);
          } else {
            inbox.ready(this);
          }
        });
  }

  private CallStreamObserver<Frame> out() {
    if (out == null) {
      throw new IllegalStateException("not opened");
    }
    return out;
  }

  /** Sends the first bytes of one array, then a stretch of another. They are copied at once. */
  public void send(byte[] head, int length, byte[] tail, int from, int tailLength) {
    if (closed.get()) {
      return;
    }
    try {
      out().onNext(new Frame(head, length, tail, from, tailLength));
    } catch (RuntimeException e) {
      tell("it cannot be written to: " + e.getMessage()); // it broke a moment ago
    }
  }

  /** Whether more may be sent without filling memory. */
  public boolean ready() {
    return !closed.get() && out().isReady();
  }

  /** Lets another frame come, now that one was dealt with. */
  public void more() {
    if (!closed.get()) {
      out().request(1);
    }
  }

  /** Lets the array of a frame be used again. */
  public static void recycle(byte[] bytes) {
    new Frame(bytes, 0).recycle();
  }

  /** Ends the stream, after what was sent. */
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        out().onCompleted();
      } catch (RuntimeException e) {
        // It is gone already.
      }
      onClose.run();
    }
  }

  @Override
  public void onNext(Frame frame) {
    if (!closed.get()) {
      inbox.received(this, frame.bytes(), frame.length());
    }
  }

  @Override
  public void onError(Throwable failure) {
    broke(Tls.explain(failure));
  }

  void broke(String why) {
    tell(why);
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }

  @Override
  public void onCompleted() {
    tell("");
    close();
  }

  private void tell(String why) {
    if (told.compareAndSet(false, true)) {
      inbox.closed(this, why);
    }
  }
}
