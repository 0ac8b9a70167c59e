package io.strait.measure.link;

import static org.junit.jupiter.api.Assumptions.abort;

import io.strait.transport.time.Hiccups;
import java.io.IOException;
import java.util.function.Predicate;

/** Measurements that are right only while this machine has a processor for who wants one. */
final class QuietMachine {
  private static final int ATTEMPTS = 4;

  /** The share of the time in which threads may have waited. */
  private static final double BUSY = 0.02;

  private QuietMachine() {}

  interface Measuring<T> {
    T run() throws IOException;
  }

  /**
   * What was measured, as soon as it is right, or while it was quiet; skips the test if that does
   * not come to pass.
   */
  static <T> T measured(Measuring<T> measuring, Predicate<T> right) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (var hiccups = new Hiccups()) {
        var measured = measuring.run();
        if (right.test(measured) || hiccups.share() < BUSY) {
          return measured;
        }
      }
    }
    return abort("this machine is too busy to measure anything");
  }
}
