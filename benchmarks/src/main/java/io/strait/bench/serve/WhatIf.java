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

  /** Milliseconds of every request, sorted. */
  static double[] measure(Path folder) throws IOException, InterruptedException {
    var files = Files.createDirectories(folder.resolve("what-if"));
    MillionTasks.write(files, HOSTS, TASKS);
    var serving =
        OurProcess.serving(
            List.of("serve", folder.toString(), "--plan", files.toString()));
    try (var process = serving.process()) {
      var pages = Pages.enter(serving);
      var times = new double[REQUESTS];
      for (int i = -WARMUPS; i < REQUESTS; i++) {
        // One end of the slider to the other; every value is another one.
        var change = "links[home-c0].bandwidth=%d kB/s".formatted(1_000 + 500 * (i + WARMUPS));
        long began = System.nanoTime();
        var answer =
            pages.get("/plan/answer?change=" + URLEncoder.encode(change, StandardCharsets.UTF_8));
        if (i >= 0) {
          times[i] = 1e-6 * (System.nanoTime() - began);
        }
        if (!answer.contains("As it is")) {
          throw new IOException("not an answer: " + answer);
        }
      }
      Arrays.sort(times);
      return times;
    }
  }
}
