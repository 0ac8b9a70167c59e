package io.strait.run.node;

import io.strait.run.emulate.Emulation;
import io.strait.run.emulate.Pace;
import io.strait.run.farm.Message;
import io.strait.run.farm.Observer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notices tasks for which this machine was too slow for the host that it emulates. */
final class LateWatch implements Observer {
  /** What does not matter. */
  private static final double SLACK = 1.02;

  private final Observer next;
  private final Emulation emulation;
  private int tasks;
  private int late;
  private double worst = 1;

  LateWatch(Observer next, Emulation emulation) {
    this.next = next;
    this.emulation = emulation;
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
  public synchronized void traced(List<String> path, Message.Trace trace) {
    next.traced(path, trace);
    @Nullable Pace pace = emulation.pace(path.getLast());
    if (pace == null) {
      return;
    }
    for (long took : trace.took()) {
      double times = (double) took / pace.taskNanos();
      tasks++;
      if (times > SLACK) {
        late++;
        worst = Math.max(worst, times);
      }
    }
  }
}
