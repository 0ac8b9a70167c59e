package io.strait.transport.wire;

/** A stream of frames of plain bytes. */
public final class RawLink extends FrameStream {
  private final RawInbox inbox;

  RawLink(RawInbox inbox, Runnable onClose) {
    super(onClose);
    this.inbox = inbox;
  }

  @Override
  protected void opened(boolean accepted) {
    inbox.opened(this);
  }

  @Override
  protected void writable() {
    inbox.ready(this);
  }

  @Override
  protected void closed(String why) {
    inbox.closed(this, why);
  }

  /** Sends the first bytes of one array, then a range of another. They are copied at once. */
  public void send(byte[] head, int length, byte[] tail, int from, int tailLength) {
    if (isClosed()) {
      return;
    }
    try {
      write(new Frame(head, length, tail, from, tailLength));
    } catch (RuntimeException e) {
      notWritten(e);
    }
  }

  /** Asks for another frame, after one was handled. */
  public void more() {
    if (!isClosed()) {
      request(1);
    }
  }

  /** Gives back the array of a frame. */
  public static void recycle(byte[] bytes) {
    new Frame(bytes, 0).recycle();
  }

  @Override
  public void onNext(Frame frame) {
    if (!isClosed()) {
      inbox.received(this, frame.bytes(), frame.length());
    }
  }
}
