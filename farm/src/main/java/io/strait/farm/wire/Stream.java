package io.strait.farm.wire;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.strait.farm.protocol.Envelope;
import io.strait.farm.protocol.Message;
import io.strait.farm.protocol.NodeLink;
import io.strait.transport.wire.Frame;
import io.strait.transport.wire.Tls;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A link over a stream of gRPC, as both ends have it. One thread at a time sends. */
final class Stream implements NodeLink, ClientResponseObserver<Frame, Frame> {
  /** Messages that may be read before the first of them has been dealt with. */
  private static final int READ_AHEAD = 64;

  /** So many that were dealt with are asked for again at a time: asking wakes a thread. */
  private static final int AT_A_TIME = 16;

  private final Inbox inbox;
  private final Runnable onClose;
  private final Assembler assembler;
  private final AtomicBoolean connected = new AtomicBoolean();
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

  /** The parent's end is open as soon as it exists. */
  void accepted(ServerCallStreamObserver<Frame> to) {
    out = to;
    to.setOnReadyHandler(() -> inbox.ready(this));
    to.setOnCancelHandler(this::onCompleted);
    inbox.accepted(this);
    to.request(READ_AHEAD);
  }

  /** The child's end is open when it may be written to for the first time. */
  @Override
  public void beforeStart(ClientCallStreamObserver<Frame> to) {
    out = to;
    to.disableAutoRequestWithInitial(READ_AHEAD);
    to.setOnReadyHandler(
        () -> {
          if (connected.compareAndSet(false, true)) {
            inbox.connected(this);
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
