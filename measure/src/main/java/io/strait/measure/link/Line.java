package io.strait.measure.link;

import java.io.IOException;

/** One end of a connection that carries messages. Used by one thread; any thread may close it. */
public interface Line extends AutoCloseable {
  /** The longest message. */
  int LONGEST = 64 << 20;

  /** Sends a message of so many bytes, with any content. */
  void send(int bytes) throws IOException;

  /** Receives a message of exactly so many bytes. */
  void receive(int bytes) throws IOException;

  /** Sends a notice. */
  void tell(Notice notice) throws IOException;

  /** Receives a notice. */
  Notice hear() throws IOException;

  @Override
  void close();

  /** Three numbers. */
  record Notice(long first, long second, long third) {
    static final int BYTES = 3 * Long.BYTES;
  }
}
