package io.strait.run.wire;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.strait.run.farm.Envelope;
import io.strait.run.farm.Link;
import io.strait.run.farm.Message;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A link over a stream of gRPC, as both ends have it. One thread at a time sends. */
final class Stream implements Link, StreamObserver<Frame> {
  /** Messages that may be read before the first of them has been dealt with. */
  static final int READ_AHEAD = 64;

  /** So many that were dealt with are asked for again at a time: asking wakes a thread. */
  private static final int AT_A_TIME = 16;

  private final Inbox inbox;
  private final Runnable onClose;
  private final Assembler assembler;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean told = new AtomicBoolean();
  private final AtomicInteger dealtWith = new AtomicInteger();
  private @Nullable CallStreamObserver<Frame> out;

  /**
   * @param assembler joins what comes
   * @param onClose releases what belongs to the stream
   */
  Stream(Inbox inbox, Assembler assembler, Runnable onClose) {
    this.inbox = inbox;
    this.assembler = assembler;
    this.onClose = onClose;
  }

  void opened(CallStreamObserver<Frame> to) {
    out = to;
  }

  private CallStreamObserver<Frame> out() {
    if (out == null) {
      throw new IllegalStateException("not opened");
    }
    return out;
  }

  @Override
  public void send(Envelope envelope) {
    if (closed.get()) {
      return;
    }
    try {
      Assembler.cut(envelope, out()::onNext);
    } catch (RuntimeException e) {
      tell("it cannot be written to: " + e.getMessage()); // it broke a moment ago
    }
  }

  @Override
  public boolean ready() {
    return !closed.get() && out().isReady();
  }

  @Override
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
    try {
      var envelope = assembler.join(frame);
      if (envelope == null) {
        more();
      } else if (closed.get()) {
        handled(frame, envelope);
      } else {
        inbox.received(
            this,
            envelope,
            () -> {
              handled(frame, envelope);
              more();
            });
      }
    } catch (IllegalArgumentException e) {
      frame.recycle();
      tell("it sent " + e.getMessage());
      close();
    }
  }

  /** Of a chunk, somebody may keep what the frame came in. */
  private static void handled(Frame frame, Envelope envelope) {
    if (envelope.message() instanceof Message.Chunk chunk) {
      chunk.piece().handled();
    } else {
      frame.recycle();
    }
  }

  private void more() {
    if (dealtWith.incrementAndGet() % AT_A_TIME == 0) {
      out().request(AT_A_TIME);
    }
  }

  @Override
  public void onError(Throwable failure) {
    tell(Tls.explain(failure));
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
