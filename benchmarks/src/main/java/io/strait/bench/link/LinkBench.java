package io.strait.bench.link;

import io.strait.bench.TextTable;
import io.strait.measure.link.Budget;
import io.strait.measure.link.FittedLink;
import io.strait.measure.link.Ladder;
import io.strait.measure.link.LinkFit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Measuring loopback in plain TCP, beside programs that measure networks: large messages beside
 * iperf3, with equal messages and the system's socket buffers for both; small ones beside qperf
 * (TCP from process to process, as ours), irtt (UDP, which rests between messages) and ping (which
 * the kernel answers). Ours and theirs take turns; the best repetition counts. Then the whole
 * measurement five times, with the spread of every figure.
 *
 * <p>{@code ./bench link SECONDS} gives each of the five another time than 20 s.
 */
public final class LinkBench {
  /** Short and many, so that some fall into quiet moments of a busy machine. */
  private static final int REPETITIONS = 10;

  private static final int PEER_SECONDS = 1;
  private static final int MEASUREMENTS = 5;
  private static final int[] LARGE = {128 << 10, 1 << 20};
  private static final int SMALL = 64;
  private static final int PINGS = 5000;
  private static final double GOAL_LARGE = 0.95;
  private static final double GOAL_SMALL = 1.05;
  private static final double GOAL_SPREAD = 0.1;
  private static final double ALL = 1e-6;

  private final List<String> summary = new ArrayList<>();
  private final TextTable table = new TextTable("case", "ours", "spread", "peer", "", "spread");

  private LinkBench() {}

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    double seconds = args.length == 0 ? 20 : Double.parseDouble(args[0]);
    var bench = new LinkBench();
    for (int bytes : LARGE) {
      bench.large(bytes);
    }
    bench.small();
    System.out.println(bench.table);
    bench.repeated(seconds);
    bench.summary.forEach(System.out::println);
  }

  /** What one repetition measures. */
  private interface Figure {
    double measure() throws IOException;
  }

  /** Both in turn: the figures of all repetitions, ours first. */
  private static double[][] inTurn(Figure... figures) throws IOException {
    var values = new double[figures.length][REPETITIONS];
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      for (int i = 0; i < figures.length; i++) {
        values[i][repetition] = figures[i].measure();
      }
    }
    return values;
  }

  private void large(int bytes) throws IOException {
    var ladder = new Ladder(List.of(bytes), List.of());
    var budget = new Budget(PEER_SECONDS, Long.MAX_VALUE, ALL);
    var values =
        inTurn(
            () -> OurProbe.measure(ladder, budget).points().getFirst().throughput(),
            () -> LinkPeers.iperf3(bytes, PEER_SECONDS));
    double ours = Arrays.stream(values[0]).max().orElseThrow();
    double peer = Arrays.stream(values[1]).max().orElseThrow();
    var name = "large-%dk".formatted(bytes >> 10);
    row(name, "iperf3", "%.0f MB/s", 1e-6, ours, values[0], peer, values[1]);
    summary.add(
        "link %s: ours %.0f MB/s, peer %.0f MB/s (iperf3), ratio %.3f (goal %.2f)"
            .formatted(name, ours * 1e-6, peer * 1e-6, ours / peer, GOAL_LARGE));
  }

  private void small() throws IOException {
    var ladder = new Ladder(List.of(SMALL), List.of(SMALL));
    var budget = new Budget(PEER_SECONDS, Long.MAX_VALUE, ALL);
    var values =
        inTurn(
            () ->
                Objects.requireNonNull(
                        OurProbe.measure(ladder, budget).points().getFirst().roundTrip())
                    .value(),
            () -> LinkPeers.qperf(SMALL, PEER_SECONDS),
            () -> LinkPeers.irtt(SMALL, PEER_SECONDS),
            () -> LinkPeers.ping(SMALL - 8, PINGS)); // with the ICMP header
    double ours = Arrays.stream(values[0]).min().orElseThrow();
    var names = new String[] {"", "qperf", "irtt", "ping"};
    for (int i = 1; i < values.length; i++) {
      double peer = Arrays.stream(values[i]).min().orElseThrow();
      row("round-trip-" + names[i], names[i], "%.2f us", 1e6, ours, values[0], peer, values[i]);
      summary.add(
          "link round-trip-%s: ours %.2f us, peer %.2f us, ratio %.3f (%s)"
              .formatted(
                  names[i],
                  ours * 1e6,
                  peer * 1e6,
                  ours / peer,
                  i == 3 ? "no goal: the kernel answers" : "goal at most " + GOAL_SMALL));
    }
  }

  private void row(
      String name,
      String peerName,
      String format,
      double scale,
      double ours,
      double[] allOurs,
      double peer,
      double[] allPeer) {
    table.add(
        name,
        format.formatted(ours * scale),
        "%.0f %%".formatted(100 * LinkPeers.spread(allOurs)),
        peerName,
        format.formatted(peer * scale),
        "%.0f %%".formatted(100 * LinkPeers.spread(allPeer)));
  }

  private void repeated(double seconds) throws IOException {
    var fits = new ArrayList<FittedLink>();
    for (int i = 0; i < MEASUREMENTS; i++) {
      var series = OurProbe.measure(null, new Budget(seconds, Long.MAX_VALUE, 0.05));
      fits.add(LinkFit.of(series.points()));
    }
    spread("latency", "%.2f us", 1e6, fits, fit -> Objects.requireNonNull(fit.latency()).value());
    spread("message-setup", "%.3f us", 1e6, fits, fit -> fit.setup().value());
    spread("bandwidth", "%.0f MB/s", 1e-6, fits, fit -> fit.bandwidth().value());
    spread("bus", "%.0f MB/s", 1e-6, fits, fit -> Objects.requireNonNull(fit.bus()).value());
  }

  private void spread(
      String name,
      String format,
      double scale,
      List<FittedLink> fits,
      ToDoubleFunction<FittedLink> figure) {
    var values = fits.stream().mapToDouble(figure).toArray();
    var shown =
        String.join(
            " ",
            DoubleStream.of(values).mapToObj(value -> format.formatted(value * scale)).toList());
    double spread = LinkPeers.spread(values);
    summary.add(
        "link repeated-%s: ours %s, spread %.1f %% (goal %.0f %%)"
            .formatted(name, shown, 100 * spread, 100 * GOAL_SPREAD));
  }
}
