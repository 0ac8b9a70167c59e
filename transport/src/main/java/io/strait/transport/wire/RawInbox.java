package io.strait.transport.wire;

/** Gets what happens on connections that carry plain bytes, from threads that must not wait. */
public interface RawInbox {
  /** Somebody has connected, or this side has. */
  void opened(RawLink link);

  /**
   * A frame came.
   *
   * <p>Whoever gets it calls {@link RawLink#more} and {@link RawLink#recycle} when it is done.
   *
   * @param bytes of which the first ones are the frame
   */
  void received(RawLink link, byte[] bytes, int length);

  /** More may be sent, after {@link RawLink#ready} said otherwise. */
  void ready(RawLink link);

  /**
   * A connection is gone.
   *
   * @param why or empty if the other side has ended it as it should
   */
  void closed(RawLink link, String why);
}
