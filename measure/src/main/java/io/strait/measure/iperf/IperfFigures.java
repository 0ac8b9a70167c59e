package io.strait.measure.iperf;

import io.strait.model.Duplex;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.InputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What tests of iperf3 between two places say together: medians over tests of the rates, losses and
 * jitters, and the least round trip.
 *
 * @param there bytes per second from the client to the server; NaN if it is not known
 * @param back bytes per second from the server to the client
 * @param latency seconds, half a round trip; NaN if it is not known
 * @param loss a share, of the worse direction; NaN if it is not known
 * @param jitter seconds, of the worse direction; NaN if it is not known
 * @param duplex null if no test used both directions at once
 * @param comment how this was measured
 * @param notes what a user should know besides
 */
public record IperfFigures(
    double there,
    double back,
    double latency,
    double loss,
    double jitter,
    @Nullable Duplex duplex,
    String comment,
    List<String> notes) {
  /** Directions that together carry less than this many times one alone share their medium. */
  private static final double SHARED = 1.25;

  private static final double MUCH_LOSS = 0.05;
  private static final MathContext DIGITS = new MathContext(4);

  public IperfFigures {
    notes = List.copyOf(notes);
  }

  /**
   * The figures of some files.
   *
   * @throws InputException if a file is not of iperf3, or if they say nothing that a grid has
   */
  public static IperfFigures read(List<Path> files) {
    return of(files.stream().flatMap(file -> IperfFile.read(file).stream()).toList());
  }

  static IperfFigures of(List<IperfTest> tests) {
    var notes = new ArrayList<String>();
    double there = bandwidth(tests, IperfTest::there, notes, "to the server");
    double back = bandwidth(tests, IperfTest::back, notes, "to the client");
    double roundTrip =
        tests.stream()
            .mapToDouble(IperfTest::roundTrip)
            .filter(time -> !Double.isNaN(time))
            .min()
            .orElse(Double.NaN);
    for (var test : tests) {
      if (Stream.of(test.there(), test.back()).anyMatch(way -> way != null && way.isSent())) {
        notes.add(
            "%s does not say what arrived: the bandwidth is what was sent"
                .formatted(test.source()));
      }
    }
    double loss = worse(tests, IperfTest.Way::loss);
    if (loss >= 1) {
      throw new InputException(
          "%s: every packet was lost, expected some that arrived"
              .formatted(tests.getFirst().source()));
    }
    double jitter = worse(tests, IperfTest.Way::jitter);
    if (loss > MUCH_LOSS) {
      notes.add(
          "%s of packets were lost: if the test sent more than the network carries, measure again with a lower -b"
              .formatted(share(loss)));
    }
    if (DoubleStream.of(there, back, roundTrip, loss, jitter).allMatch(Double::isNaN)) {
      throw new InputException(
          "%s: nothing in it that a grid has, expected a TCP test without -b, or a UDP test"
              .formatted(tests.getFirst().source()));
    }
    @Nullable Duplex duplex = duplex(tests);
    return new IperfFigures(
        there,
        back,
        0.5 * roundTrip,
        loss,
        jitter,
        duplex,
        comment(tests, there, back, roundTrip, loss, jitter, duplex),
        notes);
  }

  /** The median rate of TCP, or else of UDP, alone in this direction or else beside the other. */
  private static double bandwidth(
      List<IperfTest> tests,
      Function<IperfTest, IperfTest.@Nullable Way> way,
      List<String> notes,
      String direction) {
    double held = Double.NaN;
    for (boolean tcp : new boolean[] {true, false}) {
      for (boolean both : new boolean[] {false, true}) {
        var rates = new ArrayList<Double>();
        for (var test : tests) {
          IperfTest.@Nullable Way one = way.apply(test);
          if (one == null || test.isTcp() != tcp || test.isBoth() != both || !(one.rate() > 0)) {
            continue;
          }
          if (one.isHeldBack()) {
            held = Double.isNaN(held) ? one.rate() : Math.max(held, one.rate());
          } else {
            rates.add(one.rate());
          }
        }
        if (!rates.isEmpty()) {
          return median(rates);
        }
      }
    }
    if (!Double.isNaN(held)) {
      notes.add(
          "%s arrived %s as -b asked for: the network may carry more, so this is no bandwidth"
              .formatted(bandwidth(held), direction));
    }
    return Double.NaN;
  }

  /** The figure of UDP tests that did not send all they could. */
  private static double worse(List<IperfTest> tests, ToDoubleFunction<IperfTest.Way> figure) {
    return DoubleStream.of(
            median(tests, IperfTest::there, figure), median(tests, IperfTest::back, figure))
        .filter(value -> !Double.isNaN(value))
        .max()
        .orElse(Double.NaN);
  }

  private static double median(
      List<IperfTest> tests,
      Function<IperfTest, IperfTest.@Nullable Way> way,
      ToDoubleFunction<IperfTest.Way> figure) {
    var values = new ArrayList<Double>();
    for (var test : tests) {
      IperfTest.@Nullable Way one = way.apply(test);
      if (one != null && !test.isTcp() && one.isHeldBack()) {
        double value = figure.applyAsDouble(one);
        if (!Double.isNaN(value)) {
          values.add(value);
        }
      }
    }
    return values.isEmpty() ? Double.NaN : median(values);
  }

  private static double median(List<Double> values) {
    var sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int n = sorted.length;
    return 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
  }

  private static @Nullable Duplex duplex(List<IperfTest> tests) {
    double together = 0;
    double alone = 0;
    for (var test : tests) {
      IperfTest.@Nullable Way there = test.there();
      IperfTest.@Nullable Way back = test.back();
      if (!test.isTcp()
          || (there != null && there.isHeldBack())
          || (back != null && back.isHeldBack())) {
        continue;
      }
      double sum = (there == null ? 0 : there.rate()) + (back == null ? 0 : back.rate());
      if (test.isBoth()) {
        together = Math.max(together, sum);
      } else {
        alone = Math.max(alone, sum);
      }
    }
    if (together == 0) {
      return null;
    }
    return together < SHARED * alone ? Duplex.HALF : Duplex.FULL;
  }

  private static String comment(
      List<IperfTest> tests,
      double there,
      double back,
      double roundTrip,
      double loss,
      double jitter,
      @Nullable Duplex duplex) {
    long tcp = tests.stream().filter(IperfTest::isTcp).count();
    var parts = new ArrayList<String>();
    parts.add("%d TCP and %d UDP tests".formatted(tcp, tests.size() - tcp));
    if (!Double.isNaN(there)) {
      parts.add(bandwidth(there) + IperfComment.TO_SERVER + sent(tests, IperfTest::there));
    }
    if (!Double.isNaN(back)) {
      parts.add(bandwidth(back) + IperfComment.TO_CLIENT + sent(tests, IperfTest::back));
    }
    if (!Double.isNaN(roundTrip)) {
      parts.add(IperfComment.ROUND_TRIP + duration(roundTrip));
    }
    if (!Double.isNaN(loss)) {
      parts.add("loss " + share(loss));
    }
    if (!Double.isNaN(jitter)) {
      parts.add("jitter " + duration(jitter));
    }
    if (duplex != null) {
      parts.add("duplex " + duplex.name().toLowerCase(Locale.ROOT));
    }
    return String.join(", ", parts);
  }

  /** What a comment says of a rate if a test of its direction does not say what arrived. */
  private static String sent(
      List<IperfTest> tests, Function<IperfTest, IperfTest.@Nullable Way> way) {
    for (var test : tests) {
      IperfTest.@Nullable Way one = way.apply(test);
      if (one != null && one.isSent()) {
        return " (what was sent)";
      }
    }
    return "";
  }

  // Figures to four digits, as a grid file has them.

  static String bandwidth(double bytesPerSecond) {
    return new Bandwidth(rounded(bytesPerSecond)).toString();
  }

  static String duration(double seconds) {
    return Durations.text(Durations.ofSeconds(rounded(seconds)));
  }

  static String share(double ofOne) {
    return new Fraction(rounded(ofOne)).toString();
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }
}
