package io.strait.transport.emulate;

import io.strait.transport.time.Timer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The servers between two nodes, in one direction. Messages arrive in the order sent. */
public final class EmulatedPath {
  private static final long LEAST_ROOM = 512 << 10;

  /** How long a sender may take to react to free room, while the path must not run idle. */
  private static final double REACTION_NANOS = 45e6;

  private static final long MOST_ROOM = 32 << 20;

  private final Timer timer;
  private final List<Server> servers;
  private final long room;
  private final AtomicLong underWay = new AtomicLong();

  public EmulatedPath(Timer timer, List<Server> servers) {
    this.timer = timer;
    this.servers = List.copyOf(servers);
    double latency = 0;
    double slowest = 0;
    for (var server : servers) {
      latency += server.latency();
      slowest = Math.max(slowest, server.nanosPerByte());
    }
    room =
        slowest > 0
            ? Math.clamp((long) ((2 * latency + REACTION_NANOS) / slowest), LEAST_ROOM, MOST_ROOM)
            : MOST_ROOM;
  }

  /**
   * Sends a message.
   *
   * @param arrived run by the timer's thread when the message arrives
   */
  public void send(long bytes, Runnable arrived) {
    underWay.addAndGet(bytes);
    hop(0, System.nanoTime(), bytes, arrived);
  }

  private void hop(int index, long now, long bytes, Runnable arrived) {
    if (index == servers.size()) {
      underWay.addAndGet(-bytes);
      arrived.run();
      return;
    }
    long passed = servers.get(index).pass(now, bytes);
    timer.at(passed, () -> hop(index + 1, passed, bytes, arrived));
  }

  /** The bytes that fill the path, and little more. */
  long room() {
    return room;
  }

  /** Whether a sender may go on, because the bytes under way do not fill the path yet. */
  public boolean hasRoom() {
    return underWay.get() < room;
  }
}
