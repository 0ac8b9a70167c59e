package io.strait.farm.job;

import io.strait.farm.run.FarmStatus;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Says when a run has lost all its children, and when one is back. */
final class ChildWatch {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Consumer<String> warn;
  private boolean hadSome;
  private boolean said;
  private long aloneSince;

  ChildWatch(Consumer<String> warn) {
    this.warn = warn;
  }

  void look(FarmStatus status) {
    long now = System.nanoTime();
    if (status.children().stream().anyMatch(child -> child.connected())) {
      if (said) {
        warn.accept("somebody is connected again");
      }
      hadSome = true;
      said = false;
      aloneSince = now;
    } else if (hadSome && !said && now - aloneSince > PATIENCE_NANOS) {
      said = true;
      warn.accept(
          "all gateways and workers are gone; %,d tasks wait for one to come back or join"
              .formatted(status.tasks() - status.finished()));
    }
  }
}
