package io.strait.transport.wire;

/** Is told what happens on connections of plain bytes, by threads that must not wait. */
public interface RawInbox {
  /** A connection is open. */
  void opened(RawLink link);

  /**
   * A frame arrived. The inbox calls {@link RawLink#more} and {@link RawLink#recycle} once it has
   * handled the frame.
   *
   * @param bytes an array that starts with the frame
   */
  void received(RawLink link, byte[] bytes, int length);

  /** More may be sent, after {@link RawLink#ready} was false. */
  void ready(RawLink link);

  /**
   * A connection is closed.
   *
   * @param why the reason; empty if the other side closed it properly
   */
  void closed(RawLink link, String why);
}
