package io.strait.bench.sites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * When what happened in a run, in seconds since Enter.
 *
 * @param began the master
 * @param connected the first site was reached
 * @param joined the first gateway joined
 * @param running the engine said that a pilot runs
 * @param firstTask a worker began a task
 * @param end the last task ended
 */
record RunTimes(
    double began, double connected, double joined, double running, double firstTask, double end) {
  /**
   * @param enter in milliseconds since 1970
   */
  static RunTimes read(Path run, long enter) throws IOException {
    var log = Files.readAllLines(run.resolve("log.jsonl"));
    var events = Files.readAllLines(run.resolve("events.tsv"));
    var head = events.getFirst().split("\t", -1);
    long zero = Instant.parse(head[4]).toEpochMilli();
    double first = Double.POSITIVE_INFINITY;
    double last = 0;
    for (var line : events) {
      var cells = line.split("\t", -1);
      if (cells[0].equals("t")) {
        double end = Double.parseDouble(cells[1]);
        double took = Double.parseDouble(cells[4]);
        first = Math.min(first, end - took);
        last = Math.max(last, end);
      }
    }
    return new RunTimes(
        1e-3 * (zero - enter),
        at(log, "connected to", enter),
        at(log, "joined", enter),
        at(log, " running", enter),
        1e-3 * (zero - enter + first),
        1e-3 * (zero - enter + last));
  }

  private static double at(List<String> log, String words, long enter) {
    for (var line : log) {
      if (line.contains(words) && !line.contains("\"0 running")) {
        int from = line.indexOf("\"time\":\"") + 8;
        var time = Instant.parse(line.substring(from, line.indexOf('"', from)));
        return 1e-3 * (time.toEpochMilli() - enter);
      }
    }
    return Double.NaN;
  }
}
