package io.strait.bench.farm;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Bulk results cut into chunks; the first of a result begins with its number. The same arrays are
 * handed out again and again: a chunk is gone when the next is asked for.
 */
final class BulkChunks implements Iterator<byte[]> {
  private static final int CHUNK = 256 << 10;

  private final byte[] whole = new byte[CHUNK];
  private final byte[] last = new byte[FarmUnderTest.BULK_BYTES % CHUNK];
  private int results;
  private int result;
  private int sent;

  /** Begins with so many results, from number 0 on. */
  void start(int count) {
    results = count;
    result = 0;
    sent = 0;
  }

  @Override
  public boolean hasNext() {
    return result < results;
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    var chunk = FarmUnderTest.BULK_BYTES - sent >= CHUNK ? whole : last;
    if (sent == 0) {
      ByteBuffer.wrap(chunk).putInt(result);
    }
    sent += chunk.length;
    if (sent == FarmUnderTest.BULK_BYTES) {
      sent = 0;
      result++;
    }
    return chunk;
  }
}
