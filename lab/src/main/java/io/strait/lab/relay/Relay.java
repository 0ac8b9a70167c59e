package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Carries packets between the devices of a lab's hosts, each along the lanes of its path. One
 * thread reads, waits and writes; it allocates nothing for a packet.
 */
public final class Relay implements AutoCloseable {
  private static final int MOST_PACKETS = 1 << 18;
  private static final int BATCH = 64;
  private static final int EVENTS = 64;
  private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(1);
  private static final int TIMERS = 81;
  private static final long TIMER = TimeUnit.MICROSECONDS.toNanos(500);

  private final Wires wires;
  private final Packets packets = new Packets(MOST_PACKETS);
  private final Firewall firewall;
  private final Wakeups wakeups = new Wakeups();
  private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment ring = arena.allocate(8);
  private final MemorySegment rung = arena.allocate(8);
  private final int epoll;
  private final int bell;
  private final CountDownLatch isRunning = new CountDownLatch(1);
  private volatile boolean isEnding;
  private long rested = System.nanoTime();
  private long unroutable;
  private long exhausted;

  /** A relay for hosts whose devices are there. */
  public Relay(Wires wires) throws IOException {
    this.wires = wires;
    this.firewall = new Firewall(wires.ports());
    this.epoll = Linux.epoll();
    this.bell = Linux.eventFile();
    ring.set(JAVA_LONG, 0, 1);
    Linux.watch(epoll, bell, -1);
    for (int i = 0; i < wires.ports(); i++) {
      Linux.watch(epoll, wires.port(i).file(), i);
    }
  }

  /** Has something done between two packets, by the thread that carries them. */
  public void order(Runnable what) {
    orders.add(what);
    var _ = Linux.write(bell, ring, 8);
  }

  /** Carries packets until it is closed. */
  public void run() {
    Linux.hurry();
    var events = Linux.events(arena, EVENTS);
    var time = arena.allocate(16, 8);
    measureTimers(events, time);
    while (!isEnding) {
      rested = System.nanoTime();
      long wait = packets.next() - rested;
      long timer = wait - wakeups.early(rested);
      int ready = await(events, time, timer);
      if (timer <= 0 && wait > 0) {
        wakeups.polled(System.nanoTime() - rested);
      } else if (ready == 0 && timer > 0 && timer < LONGEST_WAIT) {
        wakeups.late(System.nanoTime() - rested - timer);
      }
      for (int i = 0; i < ready; i++) {
        int number = Linux.number(events, i);
        if (number < 0) {
          obey();
        } else {
          read(wires.port(number));
        }
      }
      deliver();
    }
    obey();
  }

  private int await(MemorySegment events, MemorySegment time, long nanos) {
    long wait = Math.clamp(nanos, 0, LONGEST_WAIT);
    time.set(JAVA_LONG, 0, wait / 1_000_000_000);
    time.set(JAVA_LONG, 8, wait % 1_000_000_000);
    return Linux.await(epoll, events, EVENTS, time);
  }

  /** Finds out how late timers are, before there are packets. */
  private void measureTimers(MemorySegment events, MemorySegment time) {
    for (int i = 0; i < TIMERS; i++) {
      long before = System.nanoTime();
      await(events, time, TIMER);
      wakeups.late(System.nanoTime() - before - TIMER);
    }
    isRunning.countDown();
  }

  /**
   * Finds out how long it takes to wake the relay's thread, while that runs.
   *
   * @return what was found, in words
   */
  public String measureWakeups() throws InterruptedException {
    isRunning.await();
    for (int i = 0; i < Wakeups.ROUNDS; i++) {
      Thread.sleep(1);
      measureWakeup();
    }
    var found = new CompletableFuture<String>();
    order(() -> found.complete(wakeups.toString()));
    return found.join();
  }

  /** Rings once more, since the machine may have become busier or quieter. */
  public void measureWakeup() {
    long before = System.nanoTime();
    order(() -> wakeups.heard(System.nanoTime() - before));
  }

  private void obey() {
    var _ = Linux.read(bell, rung, 8);
    for (var order = orders.poll(); order != null; order = orders.poll()) {
      order.run();
    }
  }

  private void read(Port from) {
    // The packet that woke this thread was sent a moment ago, but not before the thread rested.
    long now = Math.max(rested, System.nanoTime() - wakeups.bellNanos());
    for (int i = 0; i < BATCH; i++) {
      int place = packets.take();
      if (place < 0) {
        exhausted++;
        return;
      }
      var bytes = packets.bytes(place);
      long size = Linux.read(from.file(), bytes, Packets.LARGEST);
      if (size <= 0) {
        packets.give(place);
        return;
      }
      begin(place, bytes, (int) size, from, now);
    }
  }

  /** A packet has left its host. */
  private void begin(int place, MemorySegment bytes, int size, Port from, long now) {
    int index = isAddressed(bytes, size) ? wires.portAt(bytes) : -1;
    if (index < 0 || from.isSilent()) {
      unroutable += index < 0 ? 1 : 0;
      packets.give(place);
      return;
    }
    var path = wires.path(from, index);
    var to = path.to();
    if (from.cluster() != to.cluster()) {
      if (wires.isClosed(from.cluster())) {
        firewall.out(bytes, from.index(), index, now);
      }
      if (wires.isClosed(to.cluster())
          && !firewall.mayEnter(bytes, size, from.index(), index, now)) {
        packets.give(place);
        return;
      }
    }
    packets.begin(place, size, path);
    advance(place, now);
  }

  /** Whether these bytes are a packet of IP with an address of the lab. */
  private static boolean isAddressed(MemorySegment bytes, int size) {
    return size >= 20
        && (bytes.get(JAVA_BYTE, 0) & 0xf0) == 0x40
        && bytes.get(JAVA_BYTE, 16) == Wires.NETWORK;
  }

  /** Takes a packet through the lanes that it passes without waiting, and on to its host. */
  private void advance(int place, long now) {
    var path = packets.path(place);
    var lanes = path.lanes();
    int size = packets.size(place);
    for (int i = packets.at(place); i < lanes.length; i++) {
      long through = lanes[i].pass(now, size);
      if (through == Lane.DROPPED) {
        packets.give(place);
        return;
      }
      if (through > now) {
        packets.await(place, through, i + 1);
        return;
      }
    }
    if (!path.to().isSilent()) {
      var _ = Linux.write(path.to().file(), packets.bytes(place), size);
    }
    packets.give(place);
  }

  private void deliver() {
    while (packets.next() <= System.nanoTime()) {
      long due = packets.next();
      advance(packets.poll(), due);
    }
  }

  /** Packets for addresses that no host of the lab has. */
  public long unroutable() {
    return unroutable;
  }

  /** How often packets had to wait in their hosts, because too many were under way. */
  public long exhausted() {
    return exhausted;
  }

  /** Packets that a cluster did not let in. */
  public long refused() {
    return firewall.dropped();
  }

  @Override
  public void close() {
    isEnding = true;
    order(() -> {});
  }
}
