package io.strait.bench.serve;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A slider that moves: a plan of a thousand hosts, asked for again and again. */
final class WhatIf {
  static final int HOSTS = 1_000;
  private static final int TASKS = 100_000;
  private static final int WARMUPS = 30;
  private static final int REQUESTS = 50;

  private WhatIf() {}

  /**
   * What answers took.
   *
   * @param millis of every request, sorted
   * @param cpu milliseconds of the server for one
   */
  record Times(double[] millis, double cpu) {
    @Override
    public String toString() {
      return "%.0f ms, %.0f ms, %.0f ms"
          .formatted(millis[REQUESTS / 2], millis[REQUESTS * 95 / 100], cpu);
    }
  }

  /** What is asked, and when. */
  private enum Asking {
    /** While a slider moves. */
    MOVING(0),
    /** When it has come to rest: as a page does, after the sketch of the same plan. */
    RESTING(1),
    /** Without a sketch before it. */
    SUDDEN(2);

    /** Makes its values others than those of the rest. */
    final int offset;

    Asking(int offset) {
      this.offset = offset;
    }
  }

  /** How long the page waits until a slider is at rest. */
  private static final long REST_MILLIS = 300;

  /** Asks while a slider moves, after it has come to rest, and for what nobody expects. */
  static Times[] measure(Path folder) throws IOException, InterruptedException {
    var files = Files.createDirectories(folder.resolve("what-if"));
    MillionTasks.write(files, HOSTS, TASKS);
    var serving =
        OurProcess.serving(List.of("serve", folder.toString(), "--plan", files.toString()));
    try (var process = serving.process()) {
      var pages = Pages.enter(serving);
      return new Times[] {
        measure(process, pages, Asking.MOVING),
        measure(process, pages, Asking.RESTING),
        measure(process, pages, Asking.SUDDEN)
      };
    }
  }

  private static Times measure(OurProcess server, Pages pages, Asking asking)
      throws IOException, InterruptedException {
    var times = new double[REQUESTS];
    double before = 0;
    for (int i = -WARMUPS; i < REQUESTS; i++) {
      before = i == 0 ? server.cpu() : before;
      // One end of the slider to the other; every value is another one.
      var change =
          "links[home-c0].bandwidth=%d kB/s".formatted(1_000 + 500 * (i + WARMUPS) + asking.offset);
      var query = "change=" + URLEncoder.encode(change, StandardCharsets.UTF_8);
      if (asking == Asking.RESTING) {
        pages.get("/plan/answer?sketch=yes&" + query);
        Thread.sleep(REST_MILLIS);
      }
      long began = System.nanoTime();
      var answer =
          pages.get("/plan/answer?" + (asking == Asking.MOVING ? "sketch=yes&" : "") + query);
      if (i >= 0) {
        times[i] = 1e-6 * (System.nanoTime() - began);
      }
      if (!answer.contains("As it is")) {
        throw new IOException("not an answer: " + answer);
      }
    }
    Arrays.sort(times);
    return new Times(times, 1e3 * (server.cpu() - before) / REQUESTS);
  }
}
