package io.strait.transport.store;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bytes that lie in several buffers, each from index 0 to its limit. Neither the bytes nor the
 * limits may change while they are used here.
 *
 * @param length the number of all bytes
 */
public record Scattered(List<ByteBuffer> buffers, int length) {
  static final Scattered NONE = new Scattered(List.of(), 0);

  /** Copies all bytes to an array, starting at an index. */
  void copyTo(byte[] target, int at) {
    int to = at;
    for (var buffer : buffers) {
      buffer.get(0, target, to, buffer.limit());
      to += buffer.limit();
    }
  }
}
