package io.strait.farm.protocol;

import io.strait.farm.journal.Spools;
import io.strait.transport.store.Disk;
import io.strait.transport.store.Scattered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** A disk that forgets what was not synced when its owner crashes, and may be full. */
final class SimDisk implements Disk {
  record Record(byte kind, byte[] bytes) {}

  private final TreeMap<Long, Record> records = new TreeMap<>();
  private final TreeMap<Long, Runnable> late = new TreeMap<>();
  private final LongConsumer syncAsked;
  private final long capacity;
  private long next;
  private long durable = -1;
  private boolean full;

  /** A disk that is never full. */
  SimDisk(LongConsumer syncAsked) {
    this(Long.MAX_VALUE, syncAsked);
  }

  /**
   * @param capacity bytes of records that it can hold
   * @param syncAsked is told of the position up to which things shall become durable
   */
  SimDisk(long capacity, LongConsumer syncAsked) {
    this.capacity = capacity;
    this.syncAsked = syncAsked;
  }

  @Override
  public long append(byte kind, byte[] record) {
    records.put(next, new Record(kind, record));
    return next++;
  }

  /** What is lent is looked at as late as the promise allows: when it becomes durable. */
  @Override
  public long append(byte kind, byte[] head, Scattered rest) {
    var record = Arrays.copyOf(head, head.length + rest.length());
    late.put(
        next,
        () -> {
          int at = head.length;
          for (var buffer : rest.buffers()) {
            buffer.get(0, record, at, buffer.limit());
            at += buffer.limit();
          }
        });
    return append(kind, record);
  }

  /** Takes what is lent in, up to a position. */
  private void take(long position) {
    var due = late.headMap(position, true);
    due.values().forEach(Runnable::run);
    due.clear();
  }

  @Override
  public void sync() {
    syncAsked.accept(next - 1);
  }

  /**
   * Makes records durable as far as there is room.
   *
   * @return up to where they are durable
   */
  long madeDurable(long position) {
    if (position <= durable) {
      return durable;
    }
    take(position);
    long used = used();
    for (var record : records.subMap(durable, false, position, true).entrySet()) {
      used += record.getValue().bytes().length;
      if (used > capacity) {
        full = true;
        durable = Math.max(durable, record.getKey() - 1);
        return durable;
      }
    }
    durable = Math.max(durable, position);
    full &= durable < next - 1;
    return durable;
  }

  private long used() {
    if (capacity == Long.MAX_VALUE) {
      return 0;
    }
    return records.headMap(durable, true).values().stream().mapToLong(r -> r.bytes().length).sum();
  }

  /** As a real one, which knows only of what it has tried to write. */
  @Override
  public long room() {
    return full ? 0 : Math.max(1, capacity - used());
  }

  /** The owner dies: of what is not durable a random part at the end is gone. */
  void crash(RandomGenerator random) {
    take(next);
    long kept = durable + (next - 1 > durable ? random.nextLong(next - durable) : 0);
    records.tailMap(kept, false).clear();
    next = kept + 1;
    durable = kept;
    full = false;
  }

  void wipe() {
    records.clear();
  }

  @Override
  public byte[] read(long position) {
    take(position);
    return records.get(position).bytes();
  }

  @Override
  public void release(long position) {
    records.remove(position);
    tryAgain();
  }

  private void tryAgain() {
    if (full) {
      sync();
    }
  }

  @Override
  public void releaseBefore(long position) {
    records.headMap(position, false).clear();
    tryAgain();
  }

  /** How many it has. */
  int records() {
    return records.size();
  }

  /** What would be found after a crash. */
  List<Record> durableRecords() {
    return new ArrayList<>(records.headMap(durable, true).values());
  }

  void recover(Spools.Visitor visitor) {
    records.forEach((position, record) -> visitor.record(position, record.kind(), record.bytes()));
  }
}
