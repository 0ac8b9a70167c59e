package io.strait.realign.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Remembers in a file what has come and is safe. What makes the parts safe says so before the
 * records are written.
 */
final class FileLedger implements Ledger, AutoCloseable {
  private static final int RECORD = 16;

  private final FileChannel file;
  private final Set<Long> before = new HashSet<>();

  /** What ranks said that they had, as {@link #key} of the step and the rank. */
  private volatile Set<Long> others = Set.of();

  private long[] pending = new long[16];
  private int pendings;

  /** Reads what an earlier attempt wrote, up to a torn end. */
  FileLedger(Path path) {
    try {
      file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      var record = ByteBuffer.allocate(RECORD);
      long at = 0;
      while (file.read(record.clear(), at) == RECORD) {
        long key = record.getLong(0);
        if (record.getLong(8) != mix(key)) {
          break;
        }
        before.add(key);
        at += RECORD;
      }
      file.truncate(at);
      file.position(at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long key(int step, int number) {
    return ((long) step << 32) | number;
  }

  private static long mix(long key) {
    long mixed = (key ^ 0x5DEECE66DL) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 31);
  }

  /** What this rank had when it began. */
  Set<Long> before() {
    return before;
  }

  /** Says what others have already. */
  void others(Set<Long> have) {
    others = have;
  }

  @Override
  public boolean isEmpty() {
    return before.isEmpty();
  }

  @Override
  public boolean has(int step, int sourceBlock) {
    return !before.isEmpty() && before.contains(key(step, sourceBlock));
  }

  @Override
  public boolean peerHas(int step, int rank) {
    var all = others;
    return !all.isEmpty() && all.contains(key(step, rank));
  }

  @Override
  public synchronized void arrived(int step, int sourceBlock) {
    if (pendings == pending.length) {
      pending = Arrays.copyOf(pending, 2 * pendings);
    }
    pending[pendings++] = key(step, sourceBlock);
  }

  /** What has come and is not written down; any thread may ask. */
  synchronized long[] takePending() {
    var taken = Arrays.copyOf(pending, pendings);
    pendings = 0;
    return taken;
  }

  /** Writes down what is safe. One thread at a time. */
  void write(long[] keys) throws IOException {
    var records = ByteBuffer.allocate(RECORD * keys.length);
    for (long key : keys) {
      records.putLong(key).putLong(mix(key));
    }
    records.flip();
    while (records.hasRemaining()) {
      int ignored = file.write(records);
    }
    file.force(false);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
