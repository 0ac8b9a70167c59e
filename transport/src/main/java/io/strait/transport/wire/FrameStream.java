package io.strait.transport.wire;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One end of a gRPC stream of frames. Only one thread may send at a time; what happens is told by
 * threads that must not wait.
 */
public abstract class FrameStream implements ClientResponseObserver<Frame, Frame> {
  /** Frames that may arrive before the first of them is handled. */
  private static final int READ_AHEAD = 64;

  private final Runnable onClose;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean told = new AtomicBoolean();
  private @Nullable CallStreamObserver<Frame> out;
  private volatile String address = "";
  private volatile @Nullable Peer peer;

  /**
   * @param onClose releases the stream's resources
   */
  protected FrameStream(Runnable onClose) {
    this.onClose = onClose;
  }

  /**
   * The stream is open.
   *
   * @param accepted whether this is the parent's end
   */
  protected abstract void opened(boolean accepted);

  /** More may be sent, after {@link #ready} was false. */
  protected abstract void writable();

  /**
   * The stream is closed.
   *
   * @param why the reason; empty if the other side closed it properly
   */
  protected abstract void closed(String why);

  /**
   * The parent's end is open as soon as it exists.
   *
   * @param onCancel is run when the connection breaks
   */
  public final void accept(ServerCallStreamObserver<Frame> to, Runnable onCancel) {
    out = to;
    address = PeerAddress.ofCall();
    peer = Peer.current();
    to.setOnReadyHandler(this::writable);
    to.setOnCancelHandler(onCancel);
    opened(true);
    to.request(READ_AHEAD);
  }

  /** Which address is dialled. */
  final void dials(String address) {
    this.address = address;
  }

  /** The address of the other end, as {@code HOST:PORT}. */
  public final String address() {
    return address;
  }

  /** The child's end is open once it can be written to for the first time. */
  @Override
  public final void beforeStart(ClientCallStreamObserver<Frame> to) {
    out = to;
    to.disableAutoRequestWithInitial(READ_AHEAD);
    to.setOnReadyHandler(
        () -> {
          if (opened.compareAndSet(false, true)) {
            opened(false);
          } else {
            writable();
          }
        });
  }

  private CallStreamObserver<Frame> out() {
    if (out == null) {
      throw new IllegalStateException("not opened");
    }
    return out;
  }

  protected final void write(Frame frame) {
    out().onNext(frame);
  }

  /** Writing failed: the connection broke a moment ago. */
  protected final void notWritten(RuntimeException failure) {
    tell("it cannot be written to: " + failure.getMessage());
  }

  /** Asks for more frames, after as many were handled. */
  protected final void request(int frames) {
    out().request(frames);
  }

  protected final boolean isClosed() {
    return closed.get();
  }

  /** The child at the other end; null if this is the child's end, or it showed no certificate. */
  public final @Nullable Peer peer() {
    return peer;
  }

  /** Whether more may be sent without filling memory. */
  public final boolean ready() {
    return !closed.get() && out().isReady();
  }

  /** Closes the stream, after everything sent before. */
  public final void close() {
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
  public final void onError(Throwable failure) {
    broke(Tls.explain(failure));
  }

  /** The connection is gone. */
  final void broke(String why) {
    tell(why);
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }

  @Override
  public final void onCompleted() {
    tell("");
    close();
  }

  protected final void tell(String why) {
    if (told.compareAndSet(false, true)) {
      closed(why);
    }
  }
}
