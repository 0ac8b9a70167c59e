package io.strait.transport.fabric;

import io.strait.transport.time.Sleeper;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A rank that is a thread. Every message carries the time at which it is due and is visible only
 * from then on. A wait spins for a moment if there are enough cores, then parks. A thread that
 * sends a message due before the sleeper would wake unparks it.
 */
public final class ThreadFabric extends Carrier {
  private static final long SPIN = 20_000;
  private static final long FOREVER = Long.MAX_VALUE / 4;

  private final ThreadFabrics all;
  private final int rank;
  private final int size;
  private final boolean spin;
  private final @Nullable MessageRing[] out;
  private final @Nullable MessageRing[] in;
  private final @Nullable DelaySchedule[] schedules;
  private final Sleeper sleeper = new Sleeper();
  private int[] peers = new int[0];
  private long now = System.nanoTime();
  private boolean closed;

  ThreadFabric(ThreadFabrics all, int rank, int size, boolean spin) {
    super(Long.MIN_VALUE / 2);
    this.all = all;
    this.rank = rank;
    this.spin = spin;
    this.size = size;
    this.out = new MessageRing[LANES * size];
    this.in = new MessageRing[LANES * size];
    this.schedules = new DelaySchedule[LANES * size];
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void open(int peer, long bytes, int ahead) {
    Checks.check(rank, size, peer, bytes, ahead, Long.MAX_VALUE);
    if (out[peer] == null) {
      peers = Arrays.copyOf(peers, peers.length + 1);
      peers[peers.length - 1] = peer;
      schedules[peer] = all.schedule(rank, peer % size);
    }
    out[peer] = all.ring(rank, peer % size, peer / size, bytes, ahead);
    in[peer] = all.ring(peer % size, rank, peer / size, bytes, ahead);
  }

  @Override
  public boolean room(int to) {
    all.check();
    var ring = Checks.opened(out, to);
    if (ring.hasRoom()) {
      return true;
    }
    ring.wantRoom(true);
    return false;
  }

  @Override
  public MemorySegment begin(int to) {
    all.check();
    var ring = Checks.opened(out, to);
    if (!ring.hasRoom()) {
      waitForRoom(ring);
    }
    return ring.next();
  }

  private void waitForRoom(MessageRing ring) {
    long until = System.nanoTime() + SPIN;
    while (spin && until - System.nanoTime() > 0) {
      if (ring.hasRoom()) {
        return;
      }
      rest();
    }
    ring.wantRoom(true);
    sleeper.prepare(System.nanoTime() + FOREVER);
    while (!ring.hasRoom()) {
      all.check();
      sleeper.sleep();
    }
    sleeper.finish();
    ring.wantRoom(false);
  }

  @Override
  public void send(int to, long bytes) {
    all.check();
    var ring = Checks.opened(out, to);
    Checks.checkSend(bytes, ring.bytes(), ring.hasRoom());
    now = System.nanoTime();
    // If the thread is a little late, that is this machine's fault, not the emulated host's.
    long due = Checks.opened(schedules, to).due(now - leaves > FORGIVEN ? now : leaves, bytes);
    ring.send(due, bytes);
    all.fabric(to % size).sleeper.wakeBefore(due);
  }

  @Override
  public @Nullable MemorySegment poll(int from) {
    all.check();
    var ring = Checks.opened(in, from);
    if (!ring.hasMessage() || !isDue(ring.due())) {
      return null;
    }
    arrived = ring.due();
    return ring.message();
  }

  private boolean isDue(long due) {
    if (due - now <= 0) {
      return true;
    }
    now = System.nanoTime();
    return due - now <= 0;
  }

  @Override
  public void release(int from) {
    var ring = Checks.opened(in, from);
    Checks.checkRelease(ring.hasMessage());
    ring.release();
    if (ring.isRoomWanted()) {
      all.fabric(from % size).wake();
    }
  }

  @Override
  public void await(long nanos) {
    now = System.nanoTime();
    long end = now + Math.min(nanos, FOREVER);
    long spinning = spin ? now + SPIN : now;
    while (true) {
      all.check();
      long due = look(end);
      if (isWoken() || due - now <= 0) {
        return;
      }
      if (spinning - now > 0) {
        rest();
      } else if (!sleep(due, end)) {
        return;
      }
      now = System.nanoTime();
    }
  }

  /**
   * Looks for something that no wait has seen yet.
   *
   * @return when the first such thing is due, at the latest {@code end}; now if it is there
   */
  private long look(long end) {
    long first = end;
    for (int peer : peers) {
      var ring = Checks.opened(in, peer);
      while (ring.hasUnseen()) {
        long due = ring.unseenDue();
        if (due - first < 0) {
          first = due;
        }
        if (due - now > 0) {
          break;
        }
        ring.see();
      }
      var back = Checks.opened(out, peer);
      if (back.isRoomWanted() && back.hasRoom()) {
        back.wantRoom(false);
        first = now;
      }
    }
    return first;
  }

  /**
   * Sleeps until a time, or until something happens.
   *
   * @return false if something has arrived already
   */
  private boolean sleep(long due, long end) {
    sleeper.prepare(due);
    // A message sent before the announcement does not wake this thread.
    long still = look(end);
    boolean woken = isWoken();
    if (still == due && !woken) {
      sleeper.sleep();
    }
    sleeper.finish();
    return still - now > 0 && !woken;
  }

  private static void rest() {
    for (int i = 0; i < 16; i++) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void wake() {
    super.wake();
    sleeper.wake();
  }

  @Override
  public void fail(String why) {
    all.lost(rank, why);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      all.closed();
    }
  }
}
