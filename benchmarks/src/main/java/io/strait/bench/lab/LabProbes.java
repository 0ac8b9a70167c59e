package io.strait.bench.lab;

import io.strait.bench.Command;
import io.strait.lab.Lab;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** Programs of others that measure networks, inside a lab. Figures are NaN where one failed. */
record LabProbes(Lab lab) {
  private static final Pattern PING = Pattern.compile("= [0-9.]+/([0-9.]+)/[0-9.]+/([0-9.]+) ms");
  private static final Pattern RECEIVED = Pattern.compile("([0-9]+) packets transmitted, ([0-9]+)");
  private static final Pattern IPERF3 =
      Pattern.compile(
          "\"sum_received\":\\s*\\{[^}]*?\"bits_per_second\":\\s*([0-9.e+]+)", Pattern.DOTALL);
  private static final Pattern IRTT =
      Pattern.compile("RTT\\s+\\S+\\s+([0-9.]+)(µs|us|ms|s)\\s+([0-9.]+)(µs|us|ms|s)");

  /** What ping says, in seconds and as a share. */
  record Ping(double mean, double deviation, double lost) {}

  private List<String> inside(String host, List<String> command) {
    return lab.namespaces().inside(host, command);
  }

  private String address(String host) {
    return io.strait.lab.relay.Hosts.of(lab.grid()).all().stream()
        .filter(each -> each.name().equals(host))
        .findFirst()
        .orElseThrow()
        .address();
  }

  /** Pings at an interval, in seconds. */
  Ping ping(String from, String to, int count, double interval) {
    var text =
        Command.call(
                inside(
                    from,
                    List.of(
                        "ping",
                        "-q",
                        "-n",
                        "-c",
                        Integer.toString(count),
                        "-i",
                        Double.toString(interval),
                        address(to))))
            .text();
    var times = PING.matcher(text);
    var packets = RECEIVED.matcher(text);
    if (!times.find() || !packets.find()) {
      return new Ping(Double.NaN, Double.NaN, Double.NaN);
    }
    double sent = Double.parseDouble(packets.group(1));
    return new Ping(
        Double.parseDouble(times.group(1)) / 1e3,
        Double.parseDouble(times.group(2)) / 1e3,
        1 - Double.parseDouble(packets.group(2)) / sent);
  }

  /** Seconds of a round trip of irtt from process to process: mean and median. */
  double[] irtt(String from, String to, String interval, int seconds) throws IOException {
    var text =
        with(
            to,
            List.of("irtt", "server", "-b", address(to), "-i", "1ms"),
            from,
            List.of("irtt", "client", "-q", "-i", interval, "-d", seconds + "s", address(to)));
    var found = IRTT.matcher(text);
    return found.find()
        ? new double[] {
          Double.parseDouble(found.group(1)) * unit(found.group(2)),
          Double.parseDouble(found.group(3)) * unit(found.group(4))
        }
        : new double[] {Double.NaN, Double.NaN};
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
        new java.util.ArrayList<>(
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

  private String with(String to, List<String> server, String from, List<String> client)
      throws IOException {
    var process =
        new ProcessBuilder(inside(to, server))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Thread.sleep(500);
      return Command.call(inside(from, client)).text();
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      process.destroy();
    }
  }
}
