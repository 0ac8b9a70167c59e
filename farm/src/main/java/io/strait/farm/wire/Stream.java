package io.strait.farm.wire;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.transport.wire.Frame;
import io.strait.transport.wire.FrameStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A link of a farm over a stream of frames. */
final class Stream extends FrameStream implements NodeLink {
  /** Handled frames are asked for again in batches of this size: asking wakes a thread. */
  private static final int AT_A_TIME = 16;

  private final Inbox inbox;
  private final Assembler assembler;
  private final Consumer<Frame> frames = this::write;
  private final AtomicInteger handled = new AtomicInteger();

  /**
   * @param assembler joins what comes
   * @param onClose releases the stream's resources
   */
  Stream(Inbox inbox, Assembler assembler, Runnable onClose) {
    super(onClose);
    this.inbox = inbox;
    this.assembler = assembler;
  }

  @Override
  protected void opened(boolean accepted) {
    if (accepted) {
      inbox.accepted(this);
    } else {
      inbox.connected(this);
    }
  }

  @Override
  protected void writable() {
    inbox.ready(this);
  }

  @Override
  protected void closed(String why) {
    inbox.closed(this, why);
  }

  @Override
  public void send(Envelope envelope) {
    if (isClosed()) {
      return;
    }
    try {
      Assembler.cut(envelope, frames);
    } catch (RuntimeException e) {
      notWritten(e);
    }
  }

  @Override
  public void onNext(Frame frame) {
    try {
      var envelope = assembler.join(frame);
      if (envelope == null) {
        more();
      } else if (isClosed()) {
        giveBack(frame, envelope);
      } else {
        inbox.received(
            this,
            envelope,
            () -> {
              giveBack(frame, envelope);
              more();
            });
      }
    } catch (IllegalArgumentException e) {
      frame.recycle();
      tell("it sent " + e.getMessage());
      close();
    }
  }

  /** A receiver may keep the bytes of a chunk. */
  private static void giveBack(Frame frame, Envelope envelope) {
    if (envelope.message() instanceof Message.Chunk chunk) {
      chunk.piece().handled();
    } else {
      frame.recycle();
    }
  }

  private void more() {
    if (handled.incrementAndGet() % AT_A_TIME == 0) {
      request(AT_A_TIME);
    }
  }
}
