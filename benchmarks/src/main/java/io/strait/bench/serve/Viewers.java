package io.strait.bench.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those who watch a run, and one who asks for its events and then reads nothing. */
final class Viewers implements AutoCloseable {
  private static final int OVER_SECONDS = 60;

  private final Pages pages;
  private final String run;
  private final List<Watcher> all = new ArrayList<>();
  private @Nullable Watcher stuck;

  Viewers(Pages pages, String run, int count) throws IOException {
    this.pages = pages;
    this.run = run;
    for (int i = 0; i < count; i++) {
      all.add(Watcher.open(pages, run));
    }
  }

  /** What becomes of one that reads nothing. */
  static final class Stuck {
    private volatile double dropped = Double.NaN;
    private volatile double took;
    private volatile boolean othersWentOn;

    @Override
    public String toString() {
      return Double.isNaN(dropped)
          ? "is there after %.0f s".formatted(took)
          : "dropped after %.0f s, others %s"
              .formatted(dropped, othersWentOn ? "went on" : "stopped too");
    }
  }

  /** Lets another one come that reads nothing, and follows what becomes of it. */
  Stuck stuck() throws IOException {
    stuck = Watcher.stuck(pages, run);
    var fate = new Stuck();
    Thread.ofVirtual().start(() -> follow(fate));
    return fate;
  }

  private void follow(Stuck fate) {
    long began = System.nanoTime();
    try {
      for (int most = 0; Double.isNaN(fate.dropped); Thread.sleep(200)) {
        int now = pages.viewers();
        most = Math.max(most, now);
        fate.took = 1e-9 * (System.nanoTime() - began);
        if (most > all.size() && now == all.size()) {
          long before = all.stream().mapToLong(Watcher::bytes).sum();
          fate.dropped = fate.took;
          Thread.sleep(3_000);
          fate.othersWentOn = all.stream().mapToLong(Watcher::bytes).sum() > before;
        }
      }
    } catch (IOException | InterruptedException e) {
      // the server has ended
    }
  }

  /** Waits until all were told that the run is over. */
  void awaitOver() throws InterruptedException {
    for (int i = 0; i < 10 * OVER_SECONDS && !all.stream().allMatch(Watcher::isOver); i++) {
      Thread.sleep(100);
    }
  }

  /** Bytes per second of each. */
  double rate() {
    return all.stream().mapToDouble(Watcher::rate).average().orElse(0);
  }

  @Override
  public void close() throws IOException {
    for (var each : all) {
      each.close();
    }
    if (stuck != null) {
      stuck.close();
    }
  }
}
