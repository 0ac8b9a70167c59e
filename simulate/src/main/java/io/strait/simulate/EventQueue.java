package io.strait.simulate;

import java.util.Arrays;

/**
 * Events in the order of their time; events of the same time in the order in which they were added,
 * so the order is total and a simulation always runs the same. A four-ary heap on primitive arrays;
 * nothing is allocated per event.
 */
public final class EventQueue {
  private double[] times;
  private long[] orders;
  private long[] payloads;
  private int size;
  private long added;
  private double time;

  public EventQueue(int expected) {
    int capacity = Math.max(16, expected);
    times = new double[capacity];
    orders = new long[capacity];
    payloads = new long[capacity];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** How many events were ever added. */
  public long added() {
    return added;
  }

  /** The time of the event that was last taken. */
  public double time() {
    return time;
  }

  /** Adds an event. What the payload means is the caller's business. */
  public void add(double at, long payload) {
    if (size == times.length) {
      int larger = 2 * size;
      times = Arrays.copyOf(times, larger);
      orders = Arrays.copyOf(orders, larger);
      payloads = Arrays.copyOf(payloads, larger);
    }
    long order = added++;
    int hole = size++;
    // The new event has the highest order of all, so equal times stay behind their elders.
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (times[parent] <= at) {
        break;
      }
      times[hole] = times[parent];
      orders[hole] = orders[parent];
      payloads[hole] = payloads[parent];
      hole = parent;
    }
    times[hole] = at;
    orders[hole] = order;
    payloads[hole] = payload;
  }

  /** Takes the earliest event and gives its payload; {@link #time} is its time. */
  public long take() {
    if (size == 0) {
      throw new IllegalStateException("no event is left");
    }
    time = times[0];
    long first = payloads[0];
    size--;
    if (size > 0) {
      sink(times[size], orders[size], payloads[size]);
    }
    return first;
  }

  /** Puts an event into the hole at the top. */
  private void sink(double at, long order, long payload) {
    int hole = 0;
    while (true) {
      int child = 4 * hole + 1;
      if (child >= size) {
        break;
      }
      int least = child;
      int end = Math.min(child + 4, size);
      for (int other = child + 1; other < end; other++) {
        if (times[other] < times[least]
            || (times[other] == times[least] && orders[other] < orders[least])) {
          least = other;
        }
      }
      if (times[least] > at || (times[least] == at && orders[least] > order)) {
        break;
      }
      times[hole] = times[least];
      orders[hole] = orders[least];
      payloads[hole] = payloads[least];
      hole = least;
    }
    times[hole] = at;
    orders[hole] = order;
    payloads[hole] = payload;
  }
}
