package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far the receivers of late data are. */
final class Followers {
  private final Map<Integer, Long> reached = new HashMap<>();
  private @Nullable RuntimeException failure;

  synchronized void reached(Channel channel, long units) {
    reached.put(channel.number(), units);
    notifyAll();
  }

  synchronized void fail(RuntimeException why) {
    failure = why;
    notifyAll();
  }

  /**
   * Waits until a time, and until a receiver has used some units.
   *
   * @param due by {@link System#nanoTime}; 0 for at once
   * @param end the units of the run; who has used so many waits for nothing more
   * @return the units that the foremost receiver has used
   */
  synchronized long await(List<Channel> outputs, long due, long least, long end)
      throws InterruptedException {
    while (true) {
      if (failure != null) {
        throw failure;
      }
      long most = 0;
      for (var channel : outputs) {
        most = Math.max(most, reached.getOrDefault(channel.number(), 0L));
      }
      long left = due == 0 ? 0 : (due - System.nanoTime()) / 1_000_000;
      if (most >= end || (most >= least && left <= 0)) {
        return most;
      }
      wait(most >= least ? left : 0);
    }
  }
}
