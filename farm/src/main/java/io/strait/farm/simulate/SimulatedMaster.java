package io.strait.farm.simulate;

import org.jspecify.annotations.Nullable;

/** The master of a simulated farm takes results in, one after the other. */
final class SimulatedMaster {
  private final double taskSeconds;
  private final @Nullable Timings timings;
  private double freeAt;
  private double busy;
  private double waited;
  private long messages;

  /**
   * @param taskSeconds that it takes for the result of a task; 0 if it takes no time
   */
  SimulatedMaster(double taskSeconds, @Nullable Timings timings) {
    this.taskSeconds = taskSeconds;
    this.timings = timings;
  }

  /** Takes in results that have come together; says when it is done with them. */
  double takeIn(int count, double now) {
    messages++;
    if (timings != null) {
      timings.arrived(count, now);
    }
    if (taskSeconds == 0) {
      return now;
    }
    double start = Math.max(now, freeAt);
    freeAt = start + taskSeconds * count;
    busy += freeAt - start;
    waited += start - now;
    if (timings != null) {
      timings.processed(count, start, freeAt);
    }
    return freeAt;
  }

  /** When it is done with all that has come. */
  double freeAt() {
    return freeAt;
  }

  FarmOutcome.Use use() {
    return new FarmOutcome.Use(busy, waited, messages);
  }
}
