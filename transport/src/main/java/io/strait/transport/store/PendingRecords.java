package io.strait.transport.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue of records in a ring of arrays, so that a record needs no object besides its payload.
 * Positions grow from head to tail.
 */
final class PendingRecords {
  private static final byte[] NONE = new byte[0];

  private long[] positions = new long[64];
  private byte[] kinds = new byte[64];
  private byte[][] heads = new byte[64][];
  private byte[][] payloads = new byte[64][];
  private Scattered[] rests = new Scattered[64];
  private int head;
  private int size;
  private long bytes;

  PendingRecords() {
    Arrays.fill(heads, NONE);
    Arrays.fill(payloads, NONE);
    Arrays.fill(rests, Scattered.NONE);
  }

  int size() {
    return size;
  }

  /** The bytes of all records, with their headers. */
  long bytes() {
    return bytes;
  }

  long position(int index) {
    return positions[slot(index)];
  }

  byte kind(int index) {
    return kinds[slot(index)];
  }

  /** The first piece of a record. */
  byte[] head(int index) {
    return heads[slot(index)];
  }

  /** The second piece. */
  byte[] payload(int index) {
    return payloads[slot(index)];
  }

  /** The third piece. */
  Scattered rest(int index) {
    return rests[slot(index)];
  }

  private long length(int index) {
    return RecordFrame.length(head(index), payload(index), rest(index));
  }

  /** Adds a record at the tail. */
  void add(long position, byte kind, byte[] first, byte[] payload, Scattered rest) {
    if (size == positions.length) {
      grow();
    }
    int slot = slot(size++);
    positions[slot] = position;
    kinds[slot] = kind;
    heads[slot] = first;
    payloads[slot] = payload;
    rests[slot] = rest;
    bytes += RecordFrame.length(first, payload, rest);
  }

  /** Removes records from the head. */
  void remove(int number) {
    for (int i = 0; i < number; i++) {
      bytes -= length(0);
      heads[head] = NONE;
      payloads[head] = NONE;
      rests[head] = Scattered.NONE;
      head = (head + 1) & (positions.length - 1);
    }
    size -= number;
  }

  /** The whole payload of the record at a position, or null if it is not in the queue. */
  byte @Nullable [] find(long position) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = position(middle);
      if (found == position) {
        return whole(middle);
      }
      if (found < position) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  private byte[] whole(int index) {
    byte[] first = head(index);
    byte[] payload = payload(index);
    Scattered rest = rest(index);
    if (first.length == 0 && rest.length() == 0) {
      return payload;
    }
    byte[] record = Arrays.copyOf(first, first.length + payload.length + rest.length());
    System.arraycopy(payload, 0, record, first.length, payload.length);
    rest.copyTo(record, first.length + payload.length);
    return record;
  }

  /**
   * Empties another queue and copies records to it, starting at an index: at least one, no more
   * than fit into the bytes, and only those before a position.
   */
  void copyTo(PendingRecords target, int first, long bytes, long before) {
    target.remove(target.size);
    for (int i = first; i < size && position(i) < before; i++) {
      if (i > first && target.bytes + length(i) > bytes) {
        return;
      }
      target.add(position(i), kind(i), head(i), payload(i), rest(i));
    }
  }

  private int slot(int index) {
    return (head + index) & (positions.length - 1);
  }

  private void grow() {
    int capacity = positions.length * 2;
    long[] newPositions = new long[capacity];
    byte[] newKinds = new byte[capacity];
    byte[][] newHeads = new byte[capacity][];
    byte[][] newPayloads = new byte[capacity][];
    Scattered[] newRests = new Scattered[capacity];
    Arrays.fill(newHeads, NONE);
    Arrays.fill(newPayloads, NONE);
    Arrays.fill(newRests, Scattered.NONE);
    for (int i = 0; i < size; i++) {
      newPositions[i] = position(i);
      newKinds[i] = kind(i);
      newHeads[i] = head(i);
      newPayloads[i] = payload(i);
      newRests[i] = rest(i);
    }
    positions = newPositions;
    kinds = newKinds;
    heads = newHeads;
    payloads = newPayloads;
    rests = newRests;
    head = 0;
  }
}
