package io.strait.bench.forecast;

import io.strait.bench.TextTable;
import io.strait.bench.forecast.Scenario.Outcome;
import io.strait.measure.forecast.TimeSeries;
import io.strait.measure.series.Quantity;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How often a plan keeps its promise on a grid that changes as real series did: planned with
 * forecasts, with the mean of each series so far, and with its last value.
 *
 * <p>Farms of three gaps follow series of bandwidth, farms of four hosts follow series of CPU use.
 * Each farm is planned at several moments of its series, and simulated with what came after.
 */
public final class PromiseBench {
  private static final Path DATA = Path.of("../shared/data");
  private static final int[] STRIDES = {0, 7, 16, 21};
  private static final double[] MOMENTS = {0.4, 0.5, 0.6, 0.7, 0.8};

  private PromiseBench() {}

  /** A way to plan, and what came of it. */
  private record Way(String name, Function<Scenario, Outcome> planned, List<Outcome> outcomes) {
    Way(String name, Function<Scenario, Outcome> planned) {
      this(name, planned, new ArrayList<>());
    }

    double share(Predicate<Outcome> test) {
      return (double) outcomes.stream().filter(test).count() / outcomes.size();
    }

    double error() {
      var errors =
          outcomes.stream().mapToDouble(o -> Math.abs(o.taken() / o.promised() - 1)).sorted();
      return errors.toArray()[outcomes.size() / 2];
    }

    double width() {
      return outcomes.stream()
          .mapToDouble(o -> (o.most() - o.least()) / o.promised())
          .sorted()
          .toArray()[outcomes.size() / 2];
    }
  }

  public static void main(String[] args) throws IOException {
    var data = args.length > 0 ? Path.of(args[0]) : DATA;
    var summary = new ArrayList<String>();
    try {
      var bandwidth = read(data.resolve("bandwidth"), v -> 125e3 * v);
      var cpu = read(data.resolve("cpu"), v -> Math.max(0, 1 - v / 100));
      print("bandwidth, runs of about 20 s", Quantity.BANDWIDTH, bandwidth, 3, 20, summary);
      print("bandwidth, runs of about 1 min", Quantity.BANDWIDTH, bandwidth, 3, 60, summary);
      print("CPU, runs of about 2 h", Quantity.AVAILABLE, cpu, 4, 7200, summary);
    } catch (InputException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
    summary.forEach(System.out::println);
  }

  private static List<TimeSeries> read(Path folder, Function<Double, Double> unit)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "promise: no folder '%s', expected series such as fcc-01.csv in it".formatted(folder));
    }
    var found = new ArrayList<TimeSeries>();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
        var series = TimeSeries.read(file);
        var values = Arrays.stream(series.values()).map(unit::apply).toArray();
        found.add(new TimeSeries(series.name(), series.seconds(), values));
      }
    }
    return found;
  }

  private static void print(
      String title,
      Quantity quantity,
      List<TimeSeries> series,
      int together,
      double seconds,
      List<String> summary) {
    var ways = new LinkedHashMap<String, Way>();
    for (var way :
        List.of(
            new Way("forecasts", Scenario::withForecasts),
            new Way("mean so far", Scenario::withMeans),
            new Way("last value", Scenario::withLastValues))) {
      ways.put(way.name, way);
    }
    for (int i = 0; i < series.size(); i++) {
      var chosen = new ArrayList<TimeSeries>();
      for (int j = 0; j < together; j++) {
        // Neighbours come from one source; take others, and never the same ones again.
        chosen.add(series.get((i + STRIDES[j]) % series.size()));
      }
      for (double moment : MOMENTS) {
        var scenario = Scenario.at(quantity, chosen, moment, seconds);
        ways.values().forEach(way -> way.outcomes.add(way.planned.apply(scenario)));
      }
    }
    var table =
        new TextTable(
            "planned with",
            "within 2 %",
            "within 5 %",
            "within 10 %",
            "within 20 %",
            "median error",
            "within its interval",
            "its width");
    for (var way : ways.values()) {
      table.add(
          way.name,
          percent(way.share(o -> o.isWithin(0.02))),
          percent(way.share(o -> o.isWithin(0.05))),
          percent(way.share(o -> o.isWithin(0.1))),
          percent(way.share(o -> o.isWithin(0.2))),
          percent(way.error()),
          percent(way.share(Outcome::isHeld)),
          percent(way.width()));
    }
    int count = ways.values().iterator().next().outcomes.size();
    System.out.printf("%s: %d plans, time taken beside what was promised%n", title, count);
    System.out.println(table);
    var forecasts = ways.values().iterator().next();
    for (var other : ways.values().stream().skip(1).toList()) {
      summary.add(
          String.format(
              Locale.ROOT,
              "promise %s: kept within 5 %%: forecasts %s, %s %s; within 10 %%: %s, %s",
              title,
              percent(forecasts.share(o -> o.isWithin(0.05))),
              other.name,
              percent(other.share(o -> o.isWithin(0.05))),
              percent(forecasts.share(o -> o.isWithin(0.1))),
              percent(other.share(o -> o.isWithin(0.1)))));
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
