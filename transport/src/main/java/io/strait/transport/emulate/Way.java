package io.strait.transport.emulate;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The servers between two nodes, in one direction. What enters first arrives first. */
public final class Way {
  private static final long LEAST_ROOM = 512 << 10;

  /** A sender that is told of room may take so long to use it; meanwhile the way is not idle. */
  private static final double REACTION_NANOS = 45e6;

  private static final long MOST_ROOM = 32 << 20;

  private final Timer timer;
  private final List<Server> servers;
  private final long room;
  private final AtomicLong under = new AtomicLong();

  public Way(Timer timer, List<Server> servers) {
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
   * Sends something.
   *
   * @param arrived is run by the timer's thread when it is there
   */
  public void send(long bytes, Runnable arrived) {
    under.addAndGet(bytes);
    hop(0, System.nanoTime(), bytes, arrived);
  }

  private void hop(int index, long now, long bytes, Runnable arrived) {
    if (index == servers.size()) {
      under.addAndGet(-bytes);
      arrived.run();
      return;
    }
    long passed = servers.get(index).pass(now, bytes);
    timer.at(passed, () -> hop(index + 1, passed, bytes, arrived));
  }

  /** Bytes that fill the way, and little more. */
  long room() {
    return room;
  }

  /** Whether a sender may go on: what is under way fills the way, and little more. */
  public boolean hasRoom() {
    return under.get() < room;
  }
}
