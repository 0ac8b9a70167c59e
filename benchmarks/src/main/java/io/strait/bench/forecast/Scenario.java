package io.strait.bench.forecast;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.planning.FarmPlanning;
import io.strait.kind.file.Inputs;
import io.strait.measure.forecast.TimeSeries;
import io.strait.measure.outlook.GridOutlook;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.SeriesName;
import io.strait.measure.series.StoredSeries;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.simulate.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A farm on a grid that changes as real series did: planned in the middle of them from what came
 * before, then simulated with what came after.
 *
 * @param quantity of all series: bandwidths of gaps, or free shares of hosts
 * @param past series until the plan is made
 * @param future the same series from then on, beginning at zero
 * @param seconds that the run takes about
 */
record Scenario(
    Quantity quantity, List<StoredSeries> past, List<TimeSeries> future, double seconds) {
  private static final String APP = "work";
  private static final int DRAWS = 40;

  /** Tasks that each gap or host does in the time of the run. */
  private static final int TASKS = 150;

  private static final double LEAST = 1e-3;

  private static final PlanOptions FASTEST =
      new PlanOptions(
          PlanOptions.DEFAULT_EFFICIENCY,
          null,
          PlanOptions.Method.FLOW,
          Objective.FASTEST,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  /** What a plan promised and what the run took, all in seconds. */
  record Outcome(double promised, double least, double most, double taken) {
    boolean isWithin(double share) {
      return Math.abs(taken / promised - 1) <= share;
    }

    boolean isHeld() {
      return taken >= least && taken <= most;
    }
  }

  /** Cuts series where a share of their time has passed. */
  static Scenario at(Quantity quantity, List<TimeSeries> series, double share, double seconds) {
    var past = new ArrayList<StoredSeries>();
    var future = new ArrayList<TimeSeries>();
    for (int i = 0; i < series.size(); i++) {
      int cut = (int) (share * series.get(i).values().length);
      var each = quantity.isOfHost() ? series.get(i) : scaled(series.get(i), cut);
      int count = each.values().length;
      var name = new SeriesName(quantity, quantity.isOfHost() ? "w" + i : "home-c" + i);
      past.add(
          new StoredSeries(
              name,
              new TimeSeries(
                  each.name(),
                  Arrays.copyOf(each.seconds(), cut),
                  Arrays.copyOf(each.values(), cut))));
      // The value at the cut holds from the last one before on.
      double zero = each.seconds()[cut - 1];
      var times = Arrays.stream(each.seconds(), cut - 1, count - 1).map(s -> s - zero).toArray();
      future.add(new TimeSeries(each.name(), times, Arrays.copyOfRange(each.values(), cut, count)));
    }
    return new Scenario(quantity, past, future, seconds);
  }

  /** The series with a mean of one megabyte per second before the cut, so that all gaps count. */
  private static TimeSeries scaled(TimeSeries series, int cut) {
    double mean = Arrays.stream(series.values(), 0, cut).average().orElseThrow();
    var values = Arrays.stream(series.values()).map(value -> 1e6 * value / mean).toArray();
    return new TimeSeries(series.name(), series.seconds(), values);
  }

  /** Plans with forecasts over the time of the run. */
  Outcome withForecasts() {
    var outlook = GridOutlook.of(grid(Scenario::mean), APP, past, seconds, "series");
    return run(outlook.expected(), outlook.drawn(DRAWS, 1));
  }

  /** Plans with the mean of each series so far. */
  Outcome withMeans() {
    return run(grid(Scenario::mean), List.of());
  }

  /** Plans with the last value of each series. */
  Outcome withLastValues() {
    return run(grid(each -> each.values()[each.values().length - 1]), List.of());
  }

  private static double mean(TimeSeries series) {
    return Arrays.stream(series.values()).average().orElseThrow();
  }

  private Outcome run(Grid expected, List<Grid> drawn) {
    var inputs = inputs(expected);
    var plan = new FarmPlanning(FASTEST, false, p -> p, i -> {}, drawn).plan(inputs);
    var promised = plan.result().total().promised();
    return new Outcome(promised.usual(), promised.least(), promised.most(), taken(inputs, plan));
  }

  /** How long the plan takes on a grid that does what the series did. */
  private double taken(Inputs<FarmApp> inputs, FarmPlan plan) {
    var speeds = new HashMap<String, Timeline>();
    for (int i = 0; i < future.size(); i++) {
      double planned =
          quantity.isOfHost()
              ? host(inputs.grid(), i)
              : inputs.grid().links().get(i).network().bandwidth().bytesPerSecond();
      var values = Arrays.stream(future.get(i).values()).map(v -> v / planned).toArray();
      values[values.length - 1] = Math.max(LEAST, values[values.length - 1]);
      speeds.put(past.get(i).name().place(), new Timeline(future.get(i).seconds(), values));
    }
    var settings =
        RehearsalSettings.of(
            keys -> {
              keys.hostSpeed = quantity.isOfHost() ? speeds : Map.of();
              keys.gapSpeed = quantity.isOfHost() ? Map.of() : speeds;
            });
    return new Rehearsal(inputs.grid(), inputs.app(), plan, plan.result(), settings)
        .run(null)
        .makespan();
  }

  private static double host(Grid grid, int number) {
    return grid.clusters().getFirst().hosts().stream()
        .filter(host -> host.name().equals("w" + number))
        .findFirst()
        .orElseThrow()
        .available()
        .ofOne();
  }

  private static Inputs<FarmApp> inputs(Grid grid, String app) {
    return FarmFile.inputs(
        Document.parse("grid", GridTree.of(grid).yaml()), Document.parse("app", app));
  }

  private Inputs<FarmApp> inputs(Grid grid) {
    int count = past.size();
    double perTask = quantity.isOfHost() ? 1 : bytes();
    return inputs(
        grid,
        String.format(
            Locale.ROOT,
            "{app: %s, kind: farm, tasks: %d, input: 0 B, output: %.0f B}",
            APP,
            TASKS * count,
            perTask));
  }

  /** Bytes of a result such that the gaps are what is scarce. */
  private double bytes() {
    double all = past.stream().mapToDouble(each -> mean(each.series())).sum();
    return Math.max(1, Math.rint(all * seconds / (TASKS * past.size())));
  }

  /** A grid with one figure of each series in its place. */
  private Grid grid(ToDoubleFunction<TimeSeries> figure) {
    var text = new StringBuilder("grid: g\nhome: home\nclusters:\n  home:\n    hosts:\n");
    text.append("      - {name: m, role: master}\n");
    var links = new StringBuilder("links:\n");
    for (int i = 0; i < past.size(); i++) {
      double value = figure.applyAsDouble(past.get(i).series());
      if (quantity.isOfHost()) {
        double rate = TASKS / seconds / mean(past.get(i).series());
        text.append(
            String.format(
                Locale.ROOT,
                "      - {name: w%d, role: worker, rate: %.9g/s, available: %.6f%%}\n",
                i,
                rate,
                100 * Math.clamp(value, 0.01, 1.0)));
      }
    }
    if (!quantity.isOfHost()) {
      text.append("      - {name: own, role: worker, rate: 1e-6/s}\n");
      for (int i = 0; i < past.size(); i++) {
        double value = Math.max(1, figure.applyAsDouble(past.get(i).series()));
        text.append(
            String.format(
                Locale.ROOT,
                "  c%d:\n    hosts:\n      - {name: c%dw, count: 10, rate: %.9g/s}\n",
                i,
                i,
                TASKS / seconds)); // ten times what the gap carries on average
        links.append(
            String.format(
                Locale.ROOT,
                "  - {between: [home, c%d], bandwidth: %.3f B/s, latency: 20 ms}\n",
                i,
                value));
      }
      text.append(links);
    }
    return GridFile.read(Document.parse("grid", text.toString()));
  }
}
