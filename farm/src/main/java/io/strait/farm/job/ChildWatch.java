package io.strait.farm.job;

import io.strait.farm.run.FarmStatus;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Warns when no child of the master is connected any more, and says when one is again. */
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
        warn.accept("a gateway or worker is connected again");
      }
      hadSome = true;
      said = false;
      aloneSince = now;
    } else if (hadSome && !said && now - aloneSince > PATIENCE_NANOS) {
      said = true;
      warn.accept(
          "no gateway or worker is connected; %,d tasks wait until one is"
              .formatted(status.tasks() - status.finished()));
    }
  }
}
