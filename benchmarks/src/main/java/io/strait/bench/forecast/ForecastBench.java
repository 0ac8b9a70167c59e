package io.strait.bench.forecast;

import io.strait.bench.Stopwatch;
import io.strait.bench.TextTable;
import io.strait.measure.forecast.Battery;
import io.strait.measure.forecast.Forecaster;
import io.strait.measure.forecast.TimeSeries;
import io.strait.measure.series.Quantity;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Forecasts of real series, one value ahead: mean absolute errors of every forecaster, of choosing
 * by error so far, as the Network Weather Service did, and of mixing, over the error of the best
 * single forecaster of each series in hindsight. Then what intervals hold, and how many values per
 * second are forecast.
 *
 * <p>Series lie in folders, one for each kind: {@code ../shared/data}, or the folder that is named.
 */
public final class ForecastBench {
  private static final Path DATA = Path.of("../shared/data");
  private static final double MEDIAN_GOAL = 1.01;
  private static final double WORST_GOAL = 1.08;
  private static final double SPEED_GOAL = 1e6;

  private ForecastBench() {}

  public static void main(String[] args) throws IOException {
    var data = args.length > 0 ? Path.of(args[0]) : DATA;
    if (!Files.isDirectory(data)) {
      System.err.printf(
          "forecast: no folder '%s', expected folders of series such as bandwidth/fcc-01.csv in"
              + " it%n",
          data);
      System.exit(2);
    }
    var summary = new ArrayList<String>();
    var all = new ArrayList<TimeSeries>();
    try {
      for (var kind : sorted(data)) {
        if (Files.isDirectory(kind)) {
          var scores = new ArrayList<Score>();
          for (var file : sorted(kind)) {
            if (file.toString().endsWith(".csv")) {
              var series = TimeSeries.read(file);
              all.add(series);
              scores.add(Score.of(String.valueOf(file.getFileName()).replace(".csv", ""), series));
            }
          }
          if (!scores.isEmpty()) {
            print(String.valueOf(kind.getFileName()), scores, summary);
          }
        }
      }
    } catch (InputException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
    if (all.isEmpty()) {
      System.err.printf("forecast: no series in '%s', expected KIND/NAME.csv%n", data);
      System.exit(2);
    }
    double speed = speed(all);
    summary.add(
        String.format(
            Locale.ROOT,
            "forecast speed: ours %.2f million values/s, peer %.0f million that are asked, ratio"
                + " %.2f (goal 1)",
            speed / 1e6,
            SPEED_GOAL / 1e6,
            speed / SPEED_GOAL));
    summary.forEach(System.out::println);
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static void print(String kind, List<Score> scores, List<String> summary) {
    System.out.printf(
        "%s, %d series: error over that of the best single forecaster in hindsight%n",
        kind, scores.size());
    var table = new TextTable("forecaster", "median", "worst", "worst series");
    var names = new ArrayList<>(Battery.names());
    names.add("chosen by error so far");
    names.add("mixed");
    for (int i = 0; i < names.size(); i++) {
      int at = i;
      ToDoubleFunction<Score> ratio = score -> score.ratios()[at];
      table.add(
          names.get(i),
          String.format(Locale.ROOT, "%.3f", part(scores, ratio, 0.5)),
          String.format(Locale.ROOT, "%.3f", part(scores, ratio, 1)),
          scores.stream().max(Comparator.comparingDouble(ratio)).orElseThrow().name());
    }
    System.out.println(table);
    var spans = new TextTable("", "least", "median", "most");
    span(spans, "held by 90 % intervals", scores, Score::coverage);
    span(spans, "width over the mean", scores, Score::width);
    span(
        spans, "means of 10 values: error over that of the running mean", scores, Score::meanError);
    span(spans, "means of 10 values: held by 90 % intervals", scores, Score::meanCoverage);
    System.out.println(spans);
    int last = names.size() - 1;
    summary.add(
        String.format(
            Locale.ROOT,
            "forecast %s: mixed median %.3f worst %.3f, chosen %.3f and %.3f (goal %.2f and %.2f)",
            kind,
            part(scores, score -> score.ratios()[last], 0.5),
            part(scores, score -> score.ratios()[last], 1),
            part(scores, score -> score.ratios()[last - 1], 0.5),
            part(scores, score -> score.ratios()[last - 1], 1),
            MEDIAN_GOAL,
            WORST_GOAL));
    summary.add(
        String.format(
            Locale.ROOT,
            "forecast %s: 90 %% intervals hold %.1f to %.1f %% of a series (goal 85 to 95)",
            kind,
            100 * part(scores, Score::coverage, 0),
            100 * part(scores, Score::coverage, 1)));
  }

  private static void span(
      TextTable table, String title, List<Score> scores, ToDoubleFunction<Score> figure) {
    table.add(
        title,
        String.format(Locale.ROOT, "%.3f", part(scores, figure, 0)),
        String.format(Locale.ROOT, "%.3f", part(scores, figure, 0.5)),
        String.format(Locale.ROOT, "%.3f", part(scores, figure, 1)));
  }

  /** The figure below which a part of the scores lies: 0 the least, 0.5 the median, 1 the most. */
  private static double part(List<Score> scores, ToDoubleFunction<Score> figure, double part) {
    var sorted = scores.stream().mapToDouble(figure).sorted().toArray();
    double at = part * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  /** Values per second of CPU time, battery, mix and interval together. */
  private static double speed(List<TimeSeries> all) {
    long count = all.stream().mapToLong(series -> series.values().length).sum();
    var measured =
        Stopwatch.measureCpu(
            20,
            200,
            2,
            () -> {
              double sum = 0;
              for (var series : all) {
                var forecaster = Forecaster.next(Quantity.habit(series.name()));
                for (int i = 0; i < series.values().length; i++) {
                  forecaster.add(series.seconds()[i], series.values()[i]);
                }
                sum += forecaster.forecast().value();
              }
              return sum;
            });
    return count / measured.best();
  }
}
