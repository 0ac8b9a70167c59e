package io.strait.bench.lab;

import io.strait.bench.Command;
import io.strait.bench.TextTable;
import io.strait.lab.Lab;
import io.strait.lab.Needs;
import io.strait.lab.control.RelayProcess;
import io.strait.lab.relay.CongestionControl;
import io.strait.launch.Launcher;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Calibration of the lab: what ping, irtt, iperf3 and {@code strait measure link} measure inside it
 * against the grid file, for LANs and gaps of every kind, and what its relay can do at most.
 *
 * <p>A round trip of ping contains what ping itself needs, which is measured by letting a host ping
 * itself, and taken off; medians count, since the machine may be busy. A grid's latency is expected
 * twice, and the time for the bytes of a packet. Losses and jitter are random: their figures come
 * with a standard deviation.
 */
public final class LabBench {
  private static final String GRID =
      """
      grid: calibration
      home: half
      clusters:
        half: {lan: {bandwidth: 10 MB/s, latency: 0.2 ms}, hosts: [{name: h, count: 2}]}
        full: {lan: {bandwidth: 1 Gbit/s, latency: 0.2 ms, duplex: full}, hosts: [{name: f, count: 2}]}
        c: {hosts: [{name: c1}]}
        d: {hosts: [{name: d1}]}
        e: {hosts: [{name: e1}]}
        f: {hosts: [{name: f9}]}
        g: {hosts: [{name: g1}]}
        i: {hosts: [{name: i1}]}
      links:
        - {between: [half, full], bandwidth: 21 KiB/s, latency: 180 ms}
        - {between: [full, c], bandwidth: 2 MB/s, latency: 50 ms, back: {bandwidth: 1 MB/s}}
        - {between: [c, d], bandwidth: 100 MB/s, latency: 5 ms, duplex: full}
        - {between: [d, e], bandwidth: 10 MB/s, latency: 10 ms, duplex: full, loss: 2%}
        - {between: [e, f], bandwidth: 10 MB/s, latency: 10 ms, duplex: full, jitter: 5 ms}
        - {between: [f, g], latency: 100 ms, duplex: full}
        - {between: [g, i], duplex: full}
      """;

  private static final double GOAL = 0.02;
  private static final double GOAL_GIGABIT = 1;
  private static final double GOAL_MILLIS = 0.5;

  /** A small packet of ping, and one of irtt. */
  private static final int PING_BYTES = 84;

  private static final int IRTT_BYTES = 88;
  private static final double PAYLOAD = 1448.0 / 1500;
  private static final int LOSS_SECONDS = 40;
  private static final int LINK_SECONDS = 20;
  private static final int JITTER_PACKETS = 2400;

  private final LabProbes probes;
  private final TextTable table =
      new TextTable("network", "figure", "by", "grid file", "measured", "error");
  private final List<String> summary = new ArrayList<>();

  private LabBench(LabProbes probes) {
    this.probes = probes;
  }

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    if (args.length == 2) {
      relay(args[1]);
      return;
    }
    Command.provide("ip", "iproute2");
    var missing = Needs.missing();
    if (missing != null) {
      System.err.println("this benchmark cannot run: " + missing);
      System.exit(1);
    }
    Command.provide("ping", "iputils-ping");
    Command.provide("iperf3", "iperf3");
    Command.provide("irtt", "irtt");
    var lab = Lab.called("bench-" + ProcessHandle.current().pid());
    var command = new Launcher(LabBench.class.getName(), null).command();
    command.add("relay");
    lab.up(GridFile.read(Document.parse("grid.yaml", GRID)), command);
    try {
      new LabBench(new LabProbes(lab)).run();
    } finally {
      lab.down();
    }
  }

  private static void relay(String name) throws IOException {
    var lab = Lab.called(name);
    lab.relayIs(ProcessHandle.current());
    RelayProcess.run(
        lab.grid(),
        lab.namespaces(),
        lab.socket(),
        1,
        1,
        CongestionControl.usual(),
        System.err::println,
        lab::isThere);
  }

  private void run() throws Exception {
    // Alone, because they are short or take all of a core.
    roundTrip("lan-half", "h1", "h2", 0.2e-3, 10e6, 10e6);
    roundTrip("lan-full", "f1", "f2", 0.2e-3, 62.5e6, 62.5e6); // in and out of the switch
    roundTrip("gap-5ms", "gateway.c", "gateway.d", 5e-3, 100e6, 100e6);
    latencyError();
    throughput("lan-half", "h1", "h2", 10e6, List.of());
    throughput("lan-full", "f1", "f2", 125e6, List.of());
    throughput("gap-100MB/s", "gateway.c", "gateway.d", 100e6, List.of());
    link("lan-half", "h1", "h2", 0.2e-3, 10e6);
    link("gap-5ms", "gateway.c", "gateway.d", 5e-3, 100e6);
    limit();
    // The others at a time: each has a network of its own, and none needs much.
    try (var threads = Executors.newCachedThreadPool()) {
      var all = new ArrayList<Future<Runnable>>();
      all.add(threads.submit(this::loss));
      all.add(threads.submit(this::jitter));
      all.add(threads.submit(this::slowGap));
      all.add(threads.submit(this::unevenGap));
      for (var each : all) {
        get(each).run();
      }
    }
    System.out.println(table);
    summary.forEach(System.out::println);
  }

  private static <T> T get(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException reason) {
        throw new UncheckedIOException(reason);
      }
      throw new IllegalStateException(e);
    }
  }

  /** What a round trip takes by the grid file: latencies, and bytes at their rates. */
  private static double expected(double latency, double there, double back, int bytes) {
    return 2 * latency + bytes * PAYLOAD * (1 / there + 1 / back);
  }

  private static void say(String line) {
    System.err.println(line);
  }

  private void roundTrip(
      String name, String from, String to, double latency, double there, double back)
      throws IOException {
    probes.ping(from, to, 200, 0.005); // warms up
    roundTripByPing(name, from, to, latency, there, back, 1000, 0.005);
    double own = probes.irtt(from, from, "5ms", 3);
    double time = probes.irtt(from, to, "5ms", 5) - own;
    add(name, "round trip", "irtt", expected(latency, there, back, IRTT_BYTES), time, "ms", 1e3);
  }

  private void roundTripByPing(
      String name,
      String from,
      String to,
      double latency,
      double there,
      double back,
      int count,
      double interval) {
    double own = LabProbes.median(probes.ping(from, from, 500, 0.002));
    double time = LabProbes.median(probes.ping(from, to, count, interval)) - own;
    add(name, "round trip", "ping", expected(latency, there, back, PING_BYTES), time, "ms", 1e3);
  }

  private void latencyError() {
    double own = LabProbes.median(probes.ping("gateway.f", "gateway.f", 500, 0.002));
    probes.ping("gateway.f", "gateway.g", 100, 0.01);
    double time = LabProbes.median(probes.ping("gateway.f", "gateway.g", 500, 0.01)) - own;
    double error = Math.abs(time / 2 - 0.1) * 1e3;
    summary.add(
        "lab latency-error-at-100ms: ours %.3f ms, peer %.3f ms (ping, one way), ratio %.4f (goal error of at most %.1f ms, is %.3f ms)"
            .formatted(100.0, time / 2 * 1e3, time / 2 / 0.1, GOAL_MILLIS, error));
  }

  private void throughput(String name, String from, String to, double rate, List<String> more)
      throws IOException {
    double got = probes.iperf3(from, to, 8, 2, more);
    add(name, "throughput", "iperf3", rate, got, "MB/s", 1e-6);
  }

  /** The same by {@code strait measure link}. */
  private void link(String name, String from, String to, double latency, double rate)
      throws IOException {
    var fit = probes.link(from, to, LINK_SECONDS);
    add(name, "latency", "strait measure link", latency, fit.latency(), "ms", 1e3);
    add(name, "bandwidth", "strait measure link", rate, fit.bandwidth(), "MB/s", 1e-6);
  }

  /** How much the relay carries through a gap that limits nothing, on its one core. */
  private void limit() throws IOException {
    double best = 0;
    for (int i = 0; i < 3; i++) {
      best = Math.max(best, 8e-9 * probes.iperf3("gateway.g", "gateway.i", 4, 1, List.of()));
    }
    summary.add(
        "lab relay-throughput: ours %.2f Gbit/s (iperf3, one gap, one core), peer %.2f Gbit/s (goal), ratio %.2f (goal at least 1)"
            .formatted(best, GOAL_GIGABIT, best / GOAL_GIGABIT));
  }

  private Runnable loss() throws IOException {
    var loss = probes.loss("gateway.d", "gateway.e", LOSS_SECONDS);
    double expected = 1 - 0.98 * 0.98;
    double deviation = Math.sqrt(expected * (1 - expected) / loss.sent()) / expected;
    return () ->
        add(
            "gap-2%-loss",
            "lost round trips (±%.1f %%)".formatted(100 * deviation),
            "irtt",
            expected,
            loss.share(),
            "%",
            100);
  }

  private Runnable jitter() {
    // So far apart that none waits for the one before it.
    double mean =
        Arrays.stream(probes.ping("gateway.e", "gateway.f", JITTER_PACKETS, 0.03))
            .average()
            .orElse(Double.NaN);
    double bytes = PING_BYTES * PAYLOAD * 2 / 10e6;
    double deviation = Math.sqrt(2) * 5e-3 / Math.sqrt(JITTER_PACKETS);
    return () -> {
      add("gap-5ms-jitter", "round trip", "ping", 30e-3 + bytes, mean, "ms", 1e3);
      add(
          "gap-5ms-jitter",
          "mean of jitter (±%.1f %%)".formatted(100 * deviation / 10e-3),
          "ping",
          5e-3,
          (mean - 20e-3 - bytes) / 2,
          "ms",
          1e3);
    };
  }

  private Runnable slowGap() throws IOException {
    double rate = 21 * 1024;
    double time = LabProbes.median(probes.ping("gateway.half", "gateway.full", 100, 0.1));
    double got = probes.iperf3("gateway.half", "gateway.full", 90, 30, List.of("-l", "1448"));
    return () -> {
      double expected = expected(0.18, rate, rate, PING_BYTES);
      add("gap-21KiB/s", "round trip", "ping", expected, time, "ms", 1e3);
      add("gap-21KiB/s", "throughput", "iperf3", rate, got, "kB/s", 1e-3);
    };
  }

  private Runnable unevenGap() throws IOException {
    double time = LabProbes.median(probes.ping("gateway.full", "gateway.c", 200, 0.05));
    double there = probes.iperf3("gateway.full", "gateway.c", 25, 5, List.of());
    double back = probes.iperf3("gateway.full", "gateway.c", 25, 5, List.of("-R"));
    return () -> {
      double expected = expected(0.05, 2e6, 1e6, PING_BYTES);
      add("gap-2MB/s", "round trip", "ping", expected, time, "ms", 1e3);
      add("gap-2MB/s", "throughput there", "iperf3", 2e6, there, "MB/s", 1e-6);
      add("gap-2MB/s", "throughput back", "iperf3", 1e6, back, "MB/s", 1e-6);
    };
  }

  private void add(
      String network,
      String figure,
      String by,
      double grid,
      double measured,
      String unit,
      double scale) {
    say("%s %s by %s: %.4g %s".formatted(network, figure, by, measured * scale, unit));
    table.add(
        network,
        figure,
        by,
        "%.4g %s".formatted(grid * scale, unit),
        "%.4g %s".formatted(measured * scale, unit),
        "%+.2f %%".formatted(100 * (measured / grid - 1)));
    summary.add(
        "lab %s %s: ours %.4g %s (grid file), peer %.4g %s (%s), ratio %.4f (goal %.2f to %.2f)"
            .formatted(
                network,
                figure,
                grid * scale,
                unit,
                measured * scale,
                unit,
                by,
                measured / grid,
                1 - GOAL,
                1 + GOAL));
  }
}
