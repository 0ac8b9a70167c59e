package io.strait.program.simulate;

import io.strait.program.plan.Machine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/** Threads that share CPUs, timers and queues, in the plainest way, for {@link NaiveFlow}. */
final class NaiveClock {
  private final List<Thread> threads = new ArrayList<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingDouble(Timer::at).thenComparingInt(Timer::sequence));
  private double now;
  private int sequence;

  private record Timer(double at, int sequence, Runnable then) {}

  private static final class Thread {
    final int machine;
    final double demand;
    final double whole;
    final Runnable then;
    double left;
    double speed;

    Thread(int machine, double demand, double seconds, Runnable then) {
      this.machine = machine;
      this.demand = demand;
      this.whole = seconds;
      this.left = seconds;
      this.then = then;
    }
  }

  static final class Server {
    final Deque<Runnable> queue = new ArrayDeque<>();
    boolean isBusy;

    void enter(Runnable start) {
      queue.add(start);
      next();
    }

    void next() {
      if (!isBusy && !queue.isEmpty()) {
        isBusy = true;
        queue.remove().run();
      }
    }

    void free() {
      isBusy = false;
      next();
    }
  }

  double now() {
    return now;
  }

  void at(double time, Runnable then) {
    timers.add(new Timer(time, sequence++, then));
  }

  void thread(int machine, double demand, double seconds, Runnable then) {
    threads.add(new Thread(machine, demand, seconds, then));
  }

  /** Goes on to the next thing that happens. */
  void step(List<Machine> machines) {
    for (var machine : machines) {
      share(
          machine.cores(),
          threads.stream().filter(thread -> thread.machine == machine.index()).toList());
    }
    double soonest = timers.isEmpty() ? Double.POSITIVE_INFINITY : timers.element().at - now;
    Thread first = null;
    for (var thread : threads) {
      if (thread.left / thread.speed < soonest) {
        soonest = thread.left / thread.speed;
        first = thread;
      }
    }
    for (var thread : threads) {
      thread.left -= thread.speed * soonest;
    }
    now += soonest;
    if (first == null) {
      var timer = timers.remove();
      now = timer.at;
      timer.then.run();
      return;
    }
    var ended = new ArrayList<Thread>();
    for (var thread : threads) {
      if (thread == first
          || (thread.machine == first.machine && thread.left <= 1e-12 * thread.whole)) {
        ended.add(thread);
      }
    }
    threads.removeAll(ended);
    ended.forEach(thread -> thread.then.run());
  }

  /** Who wants least is served first, with what an equal share of the rest allows. */
  private static void share(double cores, List<Thread> sharers) {
    var sorted = new ArrayList<>(sharers);
    sorted.sort(Comparator.comparingDouble(thread -> thread.demand));
    double rest = cores;
    for (int i = 0; i < sorted.size(); i++) {
      var thread = sorted.get(i);
      double gets = Math.min(thread.demand, rest / (sorted.size() - i));
      thread.speed = thread.demand == 0 ? 1 : gets / thread.demand;
      rest -= gets;
    }
  }
}
