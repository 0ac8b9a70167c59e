package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Slices from the start of a buffer. It keeps the latest ones, so that none is made per message.
 */
final class Slices {
  private static final int KEPT = 4;

  private final MemorySegment whole;
  private final @Nullable MemorySegment[] kept = new MemorySegment[KEPT];
  private int oldest;

  Slices(MemorySegment whole) {
    this.whole = whole;
  }

  MemorySegment whole() {
    return whole;
  }

  MemorySegment first(long bytes) {
    if (bytes == whole.byteSize()) {
      return whole;
    }
    for (MemorySegment slice : kept) {
      if (slice != null && slice.byteSize() == bytes) {
        return slice;
      }
    }
    var slice = whole.asSlice(0, bytes);
    kept[oldest] = slice;
    oldest = (oldest + 1) % KEPT;
    return slice;
  }
}
