package io.strait.run.farm;

import io.strait.run.store.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** A disk that forgets what was not synced when its owner crashes. */
final class SimDisk implements Disk {
  record Record(byte kind, byte[] bytes) {}

  private final TreeMap<Long, Record> records = new TreeMap<>();
  private final LongConsumer syncAsked;
  private long next;
  private long durable = -1;

  /**
   * @param syncAsked is told of the position up to which things shall become durable
   */
  SimDisk(LongConsumer syncAsked) {
    this.syncAsked = syncAsked;
  }

  @Override
  public long append(byte kind, byte[] record) {
    records.put(next, new Record(kind, record));
    return next++;
  }

  @Override
  public void sync() {
    syncAsked.accept(next - 1);
  }

  void madeDurable(long position) {
    durable = Math.max(durable, position);
  }

  /** The owner dies: of what is not durable a random part at the end is gone. */
  void crash(RandomGenerator random) {
    long kept = durable + (next - 1 > durable ? random.nextLong(next - durable) : 0);
    records.tailMap(kept, false).clear();
    next = kept + 1;
    durable = kept;
  }

  void wipe() {
    records.clear();
  }

  @Override
  public byte[] read(long position) {
    return records.get(position).bytes();
  }

  @Override
  public void release(long position) {
    records.remove(position);
  }

  @Override
  public void releaseBefore(long position) {
    records.headMap(position, false).clear();
  }

  /** What would be found after a crash. */
  List<Record> durableRecords() {
    return new ArrayList<>(records.headMap(durable, true).values());
  }

  void recover(Spools.Visitor visitor) {
    records.forEach((position, record) -> visitor.record(position, record.kind(), record.bytes()));
  }
}
