package io.strait.transport.wire;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A gRPC stream of frames of plain bytes. Only one thread may send at a time. */
public final class RawLink implements ClientResponseObserver<Frame, Frame> {
  private static final int READ_AHEAD = 64;

  private final RawInbox inbox;
  private final Runnable onClose;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean reported = new AtomicBoolean();
  private @Nullable CallStreamObserver<Frame> out;

  /**
   * @param onClose releases the stream's resources
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

  /** The child's end is open once it can be written to for the first time. */
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

  /** Sends the first bytes of one array, then a range of another. They are copied at once. */
  public void send(byte[] head, int length, byte[] tail, int from, int tailLength) {
    if (closed.get()) {
      return;
    }
    try {
      out().onNext(new Frame(head, length, tail, from, tailLength));
    } catch (RuntimeException e) {
      report("it cannot be written to: " + e.getMessage()); // it broke a moment ago
    }
  }

  /** Whether more may be sent without filling memory. */
  public boolean ready() {
    return !closed.get() && out().isReady();
  }

  /** Asks for another frame, after one was handled. */
  public void more() {
    if (!closed.get()) {
      out().request(1);
    }
  }

  /** Gives back the array of a frame. */
  public static void recycle(byte[] bytes) {
    new Frame(bytes, 0).recycle();
  }

  /** Closes the stream, after everything sent before. */
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        out().onCompleted();
      } catch (RuntimeException e) {
        // It is closed already.
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
    report(why);
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }

  @Override
  public void onCompleted() {
    report("");
    close();
  }

  private void report(String why) {
    if (reported.compareAndSet(false, true)) {
      inbox.closed(this, why);
    }
  }
}
