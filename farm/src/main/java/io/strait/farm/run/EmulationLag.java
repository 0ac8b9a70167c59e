package io.strait.farm.run;

import io.strait.farm.message.Message;
import io.strait.farm.protocol.Observer;
import io.strait.transport.emulate.HostPace;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Notices tasks for which this machine was too slow for the host that it emulates. */
final class EmulationLag implements Observer {
  /** A task may take this many times its emulated time before it counts as late. */
  private static final double SLACK = 1.02;

  private final Observer next;
  private final Function<String, @Nullable HostPace> paces;
  private long tasks;
  private long late;
  private double worst = 1;

  /**
   * @param paces of workers by name; null for those that are not emulated
   */
  EmulationLag(Observer next, Function<String, @Nullable HostPace> paces) {
    this.next = next;
    this.paces = paces;
  }

  /** A sentence, if many tasks were late; empty if not. */
  synchronized String warning() {
    return late <= tasks / 100
        ? ""
        : ("this machine is too slow for the emulation: %,d of %,d tasks were late, one took %.1f"
                + " times as long as its host would; expected a smaller time scale")
            .formatted(late, tasks, worst);
  }

  @Override
  public void joined(String child, Message.Role role) {
    next.joined(child, role);
  }

  @Override
  public void gone(String child, String why) {
    next.gone(child, why);
  }

  @Override
  public synchronized void silent(String child, long nanos) {
    next.silent(child, nanos);
  }

  @Override
  public synchronized void handedBack(String child, int tasks) {
    next.handedBack(child, tasks);
  }

  @Override
  public void failed(int task, String output) {
    next.failed(task, output);
  }

  @Override
  public synchronized void traced(List<String> path, Message.Trace trace) {
    next.traced(path, trace);
    @Nullable HostPace pace = paces.apply(path.getLast());
    if (pace == null) {
      return;
    }
    // With a very large time scale a task is to take less than a nanosecond.
    double emulated = Math.max(1, pace.workNanos());
    for (long took : trace.took()) {
      add(1, took / emulated);
    }
    if (trace.many() > 0) {
      // So many that only their mean is known.
      add(trace.many(), trace.busy() / emulated / trace.many());
    }
  }

  @Override
  public void noticed(List<String> path, String text) {
    next.noticed(path, text);
  }

  private void add(int count, double times) {
    tasks += count;
    if (times > SLACK) {
      late += count;
      worst = Math.max(worst, times);
    }
  }
}
