package io.strait.bench.link;

import io.strait.bench.Command;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What others measure of loopback. Figures are not numbers where a program is missing. */
final class LinkPeers {
  private static final String HERE = "127.0.0.1";
  private static final Pattern INTERVAL =
      Pattern.compile("\"sum\":\\s*\\{[^}]*?\"bits_per_second\":\\s*([0-9.e+]+)", Pattern.DOTALL);
  private static final Pattern QPERF = Pattern.compile("latency\\s*=\\s*([0-9.]+) (us|ms|ns)");
  private static final Pattern PING = Pattern.compile("= [0-9.]+/([0-9.]+)/");
  private static final Pattern IRTT = Pattern.compile("RTT\\s+\\S+\\s+\\S+\\s+([0-9.]+)(µs|us|ms)");

  private LinkPeers() {}

  /** A figure of a client while its server runs. */
  private static String with(List<String> server, List<String> client) throws IOException {
    var process =
        new ProcessBuilder(server)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Thread.sleep(500);
      return Command.call(client).text();
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      process.destroy();
    }
  }

  private static String freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  /**
   * Bytes per second of iperf3: the upper quartile of intervals of 0.1 s, as ours is of batches.
   *
   * @param bytes of a write
   */
  static double iperf3(int bytes, int seconds) throws IOException {
    if (!Command.provide("iperf3", "iperf3")) {
      return Double.NaN;
    }
    var port = freePort();
    var json =
        with(
            List.of("iperf3", "-s", "-1", "-B", HERE, "-p", port),
            List.of(
                "iperf3",
                "-c",
                HERE,
                "-p",
                port,
                "-l",
                Integer.toString(bytes),
                "-t",
                Integer.toString(seconds),
                "-i",
                "0.1",
                "-J"));
    var rates = new ArrayList<Double>();
    var matcher = INTERVAL.matcher(json);
    while (matcher.find()) {
      rates.add(Double.parseDouble(matcher.group(1)) / 8);
    }
    if (rates.isEmpty()) {
      return Double.NaN;
    }
    rates.sort(null);
    return rates.get((int) Math.min(rates.size() - 1, Math.floor(0.75 * rates.size())));
  }

  /** Seconds of a round trip of qperf, from process to process over TCP. */
  static double qperf(int bytes, int seconds) throws IOException {
    if (!Command.provide("qperf", "qperf")) {
      return Double.NaN;
    }
    var port = freePort();
    var text =
        with(
            List.of("qperf", "-lp", port),
            List.of(
                "qperf",
                "-lp",
                port,
                "-t",
                Integer.toString(seconds),
                "-m",
                Integer.toString(bytes),
                HERE,
                "tcp_lat"));
    var matcher = QPERF.matcher(text);
    return matcher.find()
        ? 2 * Double.parseDouble(matcher.group(1)) * unit(matcher.group(2))
        : Double.NaN;
  }

  /** Seconds of a round trip of irtt: the median, from process to process over UDP, every 1 ms. */
  static double irtt(int bytes, int seconds) throws IOException {
    if (!Command.provide("irtt", "irtt")) {
      return Double.NaN;
    }
    var address = HERE + ":" + freePort();
    var text =
        with(
            List.of("irtt", "server", "-i", "1ms", "-b", address),
            List.of(
                "irtt",
                "client",
                "-i",
                "1ms",
                "-d",
                seconds + "s",
                "-l",
                Integer.toString(bytes),
                address));
    var matcher = IRTT.matcher(text);
    return matcher.find()
        ? Double.parseDouble(matcher.group(1)) * unit(matcher.group(2))
        : Double.NaN;
  }

  /** Seconds of a round trip of ping: the mean, answered by the kernel. */
  static double ping(int bytes, int count) {
    if (!Command.provide("ping", "iputils-ping")) {
      return Double.NaN;
    }
    var text =
        Command.call(
                List.of(
                    "ping",
                    "-q",
                    "-A",
                    "-c",
                    Integer.toString(count),
                    "-s",
                    Integer.toString(bytes),
                    HERE))
            .text();
    var matcher = PING.matcher(text);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) * 1e-3 : Double.NaN;
  }

  private static double unit(String unit) {
    return switch (unit) {
      case "ns" -> 1e-9;
      case "ms" -> 1e-3;
      default -> 1e-6;
    };
  }

  /** The spread of figures as a share of their middle. */
  static double spread(double... values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[sorted.length - 1] - sorted[0]) / sorted[sorted.length / 2];
  }
}
