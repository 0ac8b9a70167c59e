package io.strait.program.simulate;

import java.util.List;

/**
 * A machine that does one thing at a time, and whose work by the clock interrupts what else it
 * does. Work that comes while other work by the clock is not done yet queues behind it.
 */
final class MachineClock {
  /** Work that comes at 0 and then after every period. */
  record Release(double period, double seconds) {}

  private final List<Release> releases;
  private final long[] struck;

  /** When the work by the clock is done that has come so far. */
  private double until;

  private double timed;
  private double other;

  MachineClock(List<Release> releases) {
    this.releases = List.copyOf(releases);
    this.struck = new long[releases.size()];
  }

  /** The share of its time that work by the clock takes. */
  double use() {
    return releases.stream().mapToDouble(each -> each.seconds / each.period).sum();
  }

  /** The release that strikes next; −1 if there is none. */
  private int next() {
    int next = -1;
    for (int i = 0; i < struck.length; i++) {
      if (next < 0 || at(i) < at(next)) {
        next = i;
      }
    }
    return next;
  }

  private double at(int release) {
    return struck[release] * releases.get(release).period;
  }

  private void strike(int release) {
    double seconds = releases.get(release).seconds;
    until = Math.max(until, at(release)) + seconds;
    timed += seconds;
    struck[release]++;
  }

  /** When work ends that begins now. */
  double finish(double now, double seconds) {
    other += seconds;
    for (int next = next(); next >= 0 && at(next) <= now; next = next()) {
      strike(next);
    }
    double at = Math.max(now, until);
    double left = seconds;
    for (int next = next(); next >= 0 && at(next) < at + left; next = next()) {
      // What strikes while earlier work by the clock still runs queues behind it.
      left -= Math.max(0, at(next) - at);
      strike(next);
      at = until;
    }
    return at + left;
  }

  /** The seconds of work up to a time. */
  double busy(double now) {
    for (int next = next(); next >= 0 && at(next) < now; next = next()) {
      strike(next);
    }
    return other + timed - Math.max(0, until - now);
  }
}
