package io.strait.measure.iperf;

import io.strait.measure.output.Json;
import io.strait.measure.output.JsonReader;
import io.strait.measure.output.ToolOutput;
import io.strait.model.text.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads tests of iperf3 from what {@code --json} or {@code --json-stream} printed. A file may have
 * several, and lines that are not JSON. A test that is there twice counts once.
 */
final class IperfFile {
  static final String EXPECTED = "what iperf3 --json prints";
  private static final String REVERSE = "_bidir_reverse";

  /** A rate so near to what was asked for was held back by that. */
  private static final double NEAR = 0.95;

  /** Seconds. Old versions print jitters of days where there were no packets. */
  private static final double LONGEST_JITTER = 10;

  private IperfFile() {}

  /**
   * The tests of a file.
   *
   * @throws InputException if there is none, or one that failed
   */
  static List<IperfTest> read(Path file) {
    return parse(ToolOutput.read(file, EXPECTED));
  }

  static List<IperfTest> parse(ToolOutput output) {
    var tests = new LinkedHashSet<IperfTest>();
    @Nullable Json streamStart = null;
    for (var object : JsonReader.objects(output)) {
      if (object.at("event").isThere()) {
        var data = object.at("data");
        switch (object.at("event").text()) {
          case "start" -> streamStart = data;
          case "end" ->
              tests.add(test(output, streamStart == null ? data : streamStart, data, data));
          case "error" -> throw failed(object.at("data"), data.text());
          default -> {
            // intervals
          }
        }
      } else {
        if (object.at("error").isThere()) {
          throw failed(object.at("error"), object.at("error").text());
        }
        tests.add(test(output, object.at("start"), object.at("end"), object));
      }
    }
    if (tests.isEmpty()) {
      throw output.error(1, "no test of iperf3 in it, expected " + EXPECTED);
    }
    return List.copyOf(tests);
  }

  private static InputException failed(Json at, String message) {
    return at.error("iperf3 says '%s', expected a test that succeeded".formatted(message));
  }

  private static IperfTest test(ToolOutput output, Json start, Json end, Json at) {
    var settings = start.at("test_start");
    var protocol = settings.at("protocol").text();
    if (!settings.isObject() || !end.isObject()) {
      throw at.error("no 'test_start' and 'end' in it, expected " + EXPECTED);
    }
    if (!protocol.equals("TCP") && !protocol.equals("UDP")) {
      throw settings
          .at("protocol")
          .error("protocol is '%s', expected TCP or UDP".formatted(protocol));
    }
    boolean isTcp = protocol.equals("TCP");
    double streams = settings.at("num_streams").number();
    double asked = settings.at("target_bitrate").number() * (streams > 1 ? streams : 1);
    boolean isReverse = settings.at("reverse").number() == 1;
    IperfTest.@Nullable Way one = way(end, "", isTcp, asked);
    IperfTest.@Nullable Way other = way(end, REVERSE, isTcp, asked);
    if (one == null) {
      throw end.error("nothing arrived in this test, expected bits_per_second above zero");
    }
    return new IperfTest(
        output.source(),
        isTcp,
        isReverse ? other : one,
        isReverse ? one : other,
        roundTrip(end, at));
  }

  private static IperfTest.@Nullable Way way(Json end, String suffix, boolean isTcp, double asked) {
    var received = end.at("sum_received" + suffix);
    var sent = end.at("sum_sent" + suffix);
    var sum = end.at("sum" + suffix);
    if (isTcp) {
      boolean isSent = Double.isNaN(rate(received));
      double rate = isSent ? rate(sent) : rate(received);
      return rate > 0
          ? new IperfTest.Way(
              rate, isSent, asked > 0 && rate * 8 >= NEAR * asked, Double.NaN, Double.NaN)
          : null;
    }
    var seen = received.at("packets").number() > 0 ? received : sum;
    double loss = loss(seen);
    double arrived = Double.isNaN(loss) ? 1 : 1 - loss;
    double rate = firstAbove(rate(received), arrived * rate(sum));
    if (!(rate > 0) && !(loss > 0)) {
      return null;
    }
    double jitter = 1e-3 * seen.at("jitter_ms").number();
    // Without a rate that was asked for, UDP sends what the machine can.
    boolean isHeldBack = asked != 0;
    return new IperfTest.Way(
        rate,
        /* isSent= */ false,
        isHeldBack,
        loss,
        jitter >= 0 && jitter < LONGEST_JITTER ? jitter : Double.NaN);
  }

  /** Lost packets as a share; NaN if no packet was sent. */
  private static double loss(Json sum) {
    double percent = sum.at("lost_percent").number();
    double packets = sum.at("packets").number();
    double lost = sum.at("lost_packets").number();
    double share = packets > 0 ? lost / packets : percent / 100;
    return share >= 0 && share <= 1 ? share : Double.NaN;
  }

  private static double rate(Json sum) {
    double rate = sum.at("bits_per_second").number() / 8;
    return rate < 1e15 ? Math.max(0, rate) : Double.NaN;
  }

  private static double firstAbove(double one, double other) {
    return one > 0 ? one : other;
  }

  /**
   * Seconds. Only senders know it: of a reverse stream the client has no figure, or one that is too
   * low.
   */
  private static double roundTrip(Json end, Json test) {
    var times = new ArrayList<Double>();
    for (var stream : end.at("streams").items()) {
      if (isSender(stream.at("sender"))) {
        times.add(stream.at("sender", "min_rtt").number());
      }
    }
    if (times.stream().noneMatch(time -> time > 0)) {
      for (var interval : test.at("intervals").items()) {
        for (var stream : interval.at("streams").items()) {
          if (isSender(stream)) {
            times.add(stream.at("rtt").number());
          }
        }
      }
    }
    return times.stream()
            .mapToDouble(Double::doubleValue)
            .filter(time -> time > 0 && time < 1e9)
            .min()
            .orElse(Double.NaN)
        * 1e-6;
  }

  /** Whether a stream is one that this end sent. Old versions do not say. */
  private static boolean isSender(Json stream) {
    return !stream.at("sender").text().equals("false");
  }
}
