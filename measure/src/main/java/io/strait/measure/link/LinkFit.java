package io.strait.measure.link;

import io.strait.model.law.MessageLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Fits the law of paper porting to a series: set-up time, bandwidth, and blocks where {@link
 * BlockSearch} finds any and they bring the law nearer to the points. Intervals come from fitting
 * again to points drawn with replacement (bootstrap).
 */
public final class LinkFit {
  private static final int DRAWS = 200;
  private static final long SEED = 1;

  /** Blocks must bring the law nearer by this factor. */
  private static final double GAIN = 0.8;

  /** The relative error of a bad point. */
  private static final double BAD = 0.2;

  /** The relative deviation of a size that counts for half. */
  private static final double NOISY = 0.05;

  /** The share of a message's time that its bytes take, from which on its CPU share tells APBBW. */
  private static final double LONG = 0.8;

  /** The largest message whose round trip tells the latency. */
  private static final int SMALL = 1024;

  /** The fewest sizes. */
  public static final int FEWEST = 3;

  private LinkFit() {}

  /**
   * Fits a series.
   *
   * @throws LinkException if it has fewer than three sizes
   */
  public static FittedLink of(List<SizePoint> points) throws LinkException {
    if (points.size() < FEWEST) {
      throw new LinkException(
          "only %d sizes were measured, expected at least %d for a law; allow more time or bytes"
              .formatted(points.size(), FEWEST));
    }
    var law = law(points, 0);
    var search = new BlockSearch(points);
    for (int block : search.candidates()) {
      var other = law(points, block);
      double gain = law.block() == 0 ? GAIN : 1;
      if (search.explains(block, other.blockSetup())
          && distance(other, points) < gain * distance(law, points)) {
        law = other;
      }
    }
    var draws = draws(points, law.block());
    return new FittedLink(
        law,
        points,
        latency(points, law),
        parameter(law, draws, MessageLaw::setup),
        parameter(law, draws, MessageLaw::blockSetup),
        parameter(law, draws, MessageLaw::longBandwidth),
        points.stream().anyMatch(point -> Double.isFinite(point.cpu()))
            ? parameter(law, draws, MessageLaw::bus)
            : null);
  }

  /** porting (11): set-up, set-up of blocks and the time per byte; (18) if there are no blocks. */
  private static MessageLaw law(List<SizePoint> points, double block) {
    var rows = new double[points.size()][];
    var seconds = new double[points.size()];
    for (int i = 0; i < rows.length; i++) {
      double bytes = points.get(i).bytes();
      rows[i] =
          block > 0 ? new double[] {1, bytes, Math.ceil(bytes / block)} : new double[] {1, bytes};
      seconds[i] = points.get(i).seconds().value();
    }
    var x = RobustFit.solve(rows, seconds, weights(points));
    double blockSetup = block > 0 ? x[2] : 0;
    var law =
        new MessageLaw(x[0], block, blockSetup, 1 / x[1], Double.POSITIVE_INFINITY, Double.NaN);
    return new MessageLaw(x[0], block, blockSetup, 1 / x[1], bus(points, law), Double.NaN);
  }

  /**
   * Every octave of sizes counts alike, however many of its sizes were measured; sizes with a wide
   * interval count less.
   */
  private static double[] weights(List<SizePoint> points) {
    var weights = new double[points.size()];
    for (int i = 0; i < weights.length; i++) {
      int octave = Math.getExponent((double) points.get(i).bytes());
      double noise = points.get(i).seconds().deviation() / points.get(i).seconds().value() / NOISY;
      weights[i] =
          1
              / (1 + noise * noise)
              / points.stream()
                  .filter(point -> Math.getExponent((double) point.bytes()) == octave)
                  .count();
    }
    return weights;
  }

  /**
   * APBBW by porting (12) or (19): the median over messages whose bytes take most of the time. For
   * shorter ones it is a small difference of large numbers.
   */
  private static double bus(List<SizePoint> points, MessageLaw law) {
    var perByte =
        points.stream()
            .filter(point -> point.bytes() / law.bandwidth() >= LONG * law.seconds(point.bytes()))
            .filter(point -> Double.isFinite(point.cpu()))
            .mapToDouble(
                point -> {
                  double seconds = law.seconds(point.bytes());
                  double bytes = point.bytes();
                  return (point.cpu() * seconds - (seconds - bytes / law.bandwidth())) / bytes;
                })
            .toArray();
    double median = perByte.length == 0 ? 0 : RobustFit.median(perByte);
    return median > 0 ? 1 / median : Double.POSITIVE_INFINITY;
  }

  /** The mean relative error of a law, in which no point counts for more than a bad one. */
  private static double distance(MessageLaw law, List<SizePoint> points) {
    return points.stream()
        .mapToDouble(p -> Math.abs(law.seconds(p.bytes()) / p.seconds().value() - 1))
        .map(error -> Math.min(error, BAD))
        .average()
        .orElse(0);
  }

  private static @Nullable Parameter latency(List<SizePoint> points, MessageLaw law) {
    var measured = points.stream().filter(point -> point.roundTrip() != null).toList();
    var small = measured.stream().filter(point -> point.bytes() <= SMALL).toList();
    var used = small.isEmpty() ? measured.stream().limit(1).toList() : small;
    if (used.isEmpty()) {
      return null;
    }
    return new Parameter(
        latency(used, law, Estimate::value),
        latency(used, law, Estimate::low),
        latency(used, law, Estimate::high));
  }

  private static double latency(
      List<SizePoint> points, MessageLaw law, ToDoubleFunction<Estimate> of) {
    var times = new ArrayList<Double>();
    for (var point : points) {
      var roundTrip = point.roundTrip();
      if (roundTrip != null) {
        times.add(of.applyAsDouble(roundTrip) / 2 - law.seconds(point.bytes()));
      }
    }
    return Math.max(0, RobustFit.median(times.stream().mapToDouble(Double::doubleValue).toArray()));
  }

  private static List<MessageLaw> draws(List<SizePoint> points, double block) {
    var random = new Random(SEED);
    var laws = new ArrayList<MessageLaw>();
    for (int draw = 0; draw < DRAWS; draw++) {
      var drawn = new ArrayList<SizePoint>();
      for (int i = 0; i < points.size(); i++) {
        drawn.add(points.get(random.nextInt(points.size())));
      }
      if (drawn.stream().distinct().count() >= FEWEST) {
        laws.add(law(drawn, block));
      }
    }
    return laws;
  }

  private static Parameter parameter(
      MessageLaw law, List<MessageLaw> draws, ToDoubleFunction<MessageLaw> figure) {
    double value = figure.applyAsDouble(law);
    var values = draws.stream().mapToDouble(figure).toArray();
    if (values.length == 0) {
      return new Parameter(value, value, value);
    }
    Arrays.sort(values);
    return new Parameter(
        value,
        Math.min(value, values[(int) (0.025 * values.length)]),
        Math.max(value, values[(int) (0.975 * (values.length - 1))]));
  }
}
