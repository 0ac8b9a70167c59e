package io.strait.transport.store;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bytes that lie in several buffers, each from its beginning to its limit. Neither they nor the
 * buffers' limits change while they are used here.
 *
 * @param length of all together
 */
public record Scattered(List<ByteBuffer> buffers, int length) {
  static final Scattered NONE = new Scattered(List.of(), 0);

  /** Copies all bytes to an array, from an index on. */
  void copyTo(byte[] target, int at) {
    int to = at;
    for (var buffer : buffers) {
      buffer.get(0, target, to, buffer.limit());
      to += buffer.limit();
    }
  }
}
