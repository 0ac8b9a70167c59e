package io.strait.bench.lab;

import io.strait.bench.Command;
import io.strait.bench.Summary;
import io.strait.lab.Lab;
import io.strait.lab.relay.Hosts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Programs of others that measure networks, inside a lab. Figures are NaN where one failed. */
record LabProbes(Lab lab) {
  private static final Pattern PACKETS =
      Pattern.compile("packets sent/received:\\s*([0-9]+)/([0-9]+)");
  private static final Pattern IPERF3 =
      Pattern.compile(
          "\"sum_received\":\\s*\\{[^}]*?\"bits_per_second\":\\s*([0-9.e+]+)", Pattern.DOTALL);
  private static final Pattern IRTT =
      Pattern.compile("RTT\\s+\\S+\\s+\\S+\\s+([0-9.]+)(µs|us|ms|s)");

  private static final int PORT = 7078;

  /** What a server needs until it listens. */
  private static final int START_MILLIS = 1500;

  private static final Pattern TIME = Pattern.compile("time=([0-9.]+) ms");

  private List<String> inside(String host, List<String> command) {
    return lab.namespaces().inside(host, command);
  }

  private String address(String host) {
    return Hosts.of(lab.grid()).all().stream()
        .filter(each -> each.name().equals(host))
        .findFirst()
        .orElseThrow()
        .address();
  }

  /** Seconds of round trips of ping at an interval, which is in seconds too. */
  double[] ping(String from, String to, int count, double interval) {
    var found = TIME.matcher(pings(from, to, count, interval));
    var times = new ArrayList<Double>();
    while (found.find()) {
      times.add(Double.parseDouble(found.group(1)) / 1e3);
    }
    return times.stream().mapToDouble(time -> time).toArray();
  }

  /** What irtt loses of the round trips that it begins. */
  record Loss(double share, double sent) {}

  /** Losses of irtt, which begins up to four round trips in a millisecond. */
  Loss loss(String from, String to, int seconds) throws IOException {
    var text =
        with(
            to,
            List.of("irtt", "server", "-b", address(to), "-i", "0"),
            from,
            List.of("irtt", "client", "-q", "-i", "250us", "-d", seconds + "s", address(to)));
    var packets = PACKETS.matcher(text);
    if (!packets.find()) {
      return new Loss(Double.NaN, Double.NaN);
    }
    double sent = Double.parseDouble(packets.group(1));
    return new Loss(1 - Double.parseDouble(packets.group(2)) / sent, sent);
  }

  private String pings(String from, String to, int count, double interval) {
    var times = List.of("-c", Integer.toString(count), "-i", "%.3f".formatted(interval));
    var command = new ArrayList<>(List.of("ping", "-n"));
    command.addAll(times);
    command.add(address(to));
    return Command.call(inside(from, command)).text();
  }

  /** The median of some figures, which a busy machine does not change much. */
  static double median(double[] figures) {
    var sorted = figures.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  /** Seconds of a round trip of irtt from process to process: the median. */
  double irtt(String from, String to, String interval, int seconds) throws IOException {
    var text =
        with(
            to,
            List.of("irtt", "server", "-b", address(to), "-i", "1ms"),
            from,
            List.of("irtt", "client", "-q", "-i", interval, "-d", seconds + "s", address(to)));
    var found = IRTT.matcher(text);
    return found.find() ? Double.parseDouble(found.group(1)) * unit(found.group(2)) : Double.NaN;
  }

  private static double unit(String name) {
    return switch (name) {
      case "s" -> 1;
      case "ms" -> 1e-3;
      default -> 1e-6;
    };
  }

  /**
   * Bytes per second that iperf3 receives over TCP.
   *
   * @param settling seconds that are not counted
   * @param more options
   */
  double iperf3(String from, String to, int seconds, int settling, List<String> more)
      throws IOException {
    var client =
        new ArrayList<>(
            List.of(
                "iperf3",
                "-c",
                address(to),
                "-t",
                Integer.toString(seconds),
                "-O",
                Integer.toString(settling),
                "-J"));
    client.addAll(more);
    var found =
        IPERF3.matcher(with(to, List.of("iperf3", "-s", "-1", "-B", address(to)), from, client));
    return found.find() ? Double.parseDouble(found.group(1)) / 8 : Double.NaN;
  }

  /** What {@code strait measure link} finds: seconds one way, and bytes per second. */
  record Fit(double latency, double bandwidth) {}

  /** {@code strait measure link} to a {@code strait probe}, in plain TCP. */
  Fit link(String from, String to, int seconds) throws IOException {
    var door = address(to) + ":" + PORT;
    var plain = "--plaintext-across-gaps";
    var text =
        with(
            to,
            List.of("./strait", "probe", "--listen", door, plain),
            from,
            List.of(
                "./strait",
                "measure",
                "link",
                door,
                plain,
                "--time",
                seconds + "s",
                "--format",
                "json"));
    if (text.isBlank()) {
      return new Fit(Double.NaN, Double.NaN);
    }
    var fields = Summary.parse(text);
    return new Fit(
        Summary.number(Summary.inner(fields, "latency_s"), "value"),
        Summary.number(Summary.inner(fields, "long_bandwidth_bytes_per_s"), "value"));
  }

  private String with(String to, List<String> server, String from, List<String> client)
      throws IOException {
    var process =
        new ProcessBuilder(inside(to, server))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Thread.sleep(START_MILLIS);
      return Command.call(inside(from, client)).text();
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      process.destroy();
    }
  }
}
