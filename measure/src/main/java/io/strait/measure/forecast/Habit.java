package io.strait.measure.forecast;

import java.util.Arrays;
import java.util.List;

/**
 * What is known of a series before its first value: which forecasters such series have been good
 * for. A forecaster that is no good for this one is soon no longer heard; but a short series is
 * over by then.
 */
public enum Habit {
  /** Anything. */
  ANY(0.1),

  /** Bandwidth: it moves, and stays where it went. */
  NETWORK(0.3),

  /** The use of a CPU: it has a level, and peaks that do not last. */
  CPU(0.1);

  /** What is heard where the mean of very many values is forecast. */
  private static final List<Group> OF_LONG_MEANS =
      List.of(
          new Group(0.35, List.of("smoothing by 0.05")),
          new Group(0.25, List.of("running mean")),
          new Group(0.3, List.of("smoothing by 0.1", "mean of 50")),
          new Group(0.1, List.of("mean of 20")));

  private final double share;

  /**
   * @param share of the weight that is always given out by the prior
   */
  Habit(double share) {
    this.share = share;
  }

  /** What is heard at first. */
  private List<Group> groups() {
    return switch (this) {
      // Half goes to the autoregressive models, which alone can be anything between the others.
      case ANY -> List.of(new Group(0.5, regressions()), new Group(0.5, others()));
      case NETWORK ->
          List.of(
              new Group(0.45, regressions()),
              new Group(
                  0.25,
                  List.of(
                      "last value", "smoothing by 0.5", "smoothing by 0.7", "damped trend by 0.6")),
              new Group(
                  0.1,
                  List.of(
                      "mean of 5",
                      "mean of 10",
                      "smoothing by 0.1",
                      "smoothing by 0.2",
                      "smoothing by 0.35",
                      "damped trend by 0.3")),
              new Group(
                  0.05, List.of("running mean", "mean of 20", "mean of 50", "smoothing by 0.05")),
              new Group(
                  0.15,
                  List.of(
                      "median of 5",
                      "median of 11",
                      "median of 21",
                      "median of 51",
                      "trimmed mean of 11",
                      "trimmed mean of 31")));
      case CPU ->
          List.of(
              new Group(0.2, Battery.names()),
              new Group(0.24, List.of("median of 51")),
              new Group(0.16, List.of("median of 21")),
              new Group(0.12, List.of("trimmed mean of 31")),
              new Group(0.12, List.of("median of 11", "mean of 50")),
              new Group(0.08, List.of("smoothing by 0.05")),
              new Group(0.08, List.of("running mean", "smoothing by 0.1")));
    };
  }

  /** Forecasters that share a part of the weight. */
  private record Group(double weight, List<String> names) {}

  private static List<String> regressions() {
    return Battery.names().stream().filter(name -> name.startsWith("autoregression")).toList();
  }

  private static List<String> others() {
    return Battery.names().stream().filter(name -> !name.startsWith("autoregression")).toList();
  }

  double share() {
    return share;
  }

  /** How much each forecaster of the battery counts for the next value; the sum is 1. */
  public double[] prior() {
    return prior(1);
  }

  /**
   * The same for the mean of the next values. The more of them there are, the more do long means
   * count: medians are off where values lean to one side, and the last value says little.
   */
  public double[] prior(int steps) {
    double isLong = 1 - Math.pow(steps, -0.25);
    var prior = weights(groups());
    var ofLong = weights(OF_LONG_MEANS);
    Arrays.setAll(prior, i -> prior[i] + isLong * (ofLong[i] - prior[i]));
    return prior;
  }

  private static double[] weights(List<Group> groups) {
    var weights = new double[Battery.names().size()];
    for (var group : groups) {
      for (var name : group.names) {
        int at = Battery.names().indexOf(name);
        if (at < 0) {
          throw new IllegalStateException("no forecaster '%s' in the battery".formatted(name));
        }
        weights[at] += group.weight / group.names.size();
      }
    }
    return weights;
  }
}
