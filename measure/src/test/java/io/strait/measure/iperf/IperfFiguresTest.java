package io.strait.measure.iperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.measure.output.ToolOutput;
import io.strait.model.Duplex;
import io.strait.model.text.InputException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tests of iperf3 say about a network. */
class IperfFiguresTest {
  private static IperfFigures of(String... texts) {
    return IperfFigures.of(IperfFile.parse(new ToolOutput("out", String.join("\n", texts))));
  }

  @Test
  void bothDirectionsOfTcp() {
    var figures =
        of(
            IperfTests.tcp(false, 80, 20400),
            IperfTests.tcp(false, 90, 20100),
            IperfTests.tcp(false, 10, 20000),
            IperfTests.tcp(true, 40, 0));
    assertThat(figures.there()).isEqualTo(10e6);
    assertThat(figures.back()).isEqualTo(5e6);
    assertThat(figures.latency()).isCloseTo(0.010, within(1e-9));
    assertThat(figures.loss()).isNaN();
    assertThat(figures.duplex()).isNull();
    assertThat(figures.comment())
        .isEqualTo(
            "4 TCP and 0 UDP tests, 10 MB/s to the server, 5 MB/s to the client, least round trip"
                + " 20 ms");
  }

  /** What was sent counts only where nobody says what arrived, and the user is told. */
  @Test
  void whatArrivedCounts() {
    var sent = "\"sum_sent\": {\"bits_per_second\": 8e6}";
    var test =
        "{%s, \"end\": {%s, \"sum_received\": {\"bits_per_second\": %s}}}"
            .formatted(IperfTests.start("TCP", false, 0), sent, "%s");
    var unknown = of(test.formatted("-nan"));
    assertThat(unknown.there()).isEqualTo(1e6);
    assertThat(unknown.notes())
        .containsExactly("out does not say what arrived: the bandwidth is what was sent");
    assertThat(unknown.comment())
        .isEqualTo("1 TCP and 0 UDP tests, 1 MB/s to the server (what was sent)");
    assertThat(of(test.formatted("inf")).comment()).endsWith(" (what was sent)");
    assertThat(of(test.formatted("4e6")).notes()).isEmpty();
    for (var nothing : List.of("0", "-5")) {
      assertThatThrownBy(() -> of(test.formatted(nothing)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("nothing arrived in this test");
    }
  }

  @Test
  void duplexFromBothDirectionsAtOnce() {
    var alone = of(IperfTests.both(60, 32));
    assertThat(alone.there()).isEqualTo(7.5e6);
    assertThat(alone.back()).isEqualTo(4e6);
    assertThat(alone.latency()).isCloseTo(0.010, within(1e-9)); // not that of the receiving stream
    assertThat(alone.duplex()).isEqualTo(Duplex.FULL);
    var shared = of(IperfTests.tcp(false, 80, 0), IperfTests.both(41, 40));
    assertThat(shared.there()).isEqualTo(10e6);
    assertThat(shared.back()).isEqualTo(5e6);
    assertThat(shared.duplex()).isEqualTo(Duplex.HALF);
    assertThat(of(IperfTests.tcp(false, 80, 0), IperfTests.both(78, 79)).duplex())
        .isEqualTo(Duplex.FULL);
  }

  @Test
  void lossAndJitterOfUdp() {
    var figures =
        of(
            "warning: UDP block size 2048 exceeds TCP MSS 1448",
            IperfTests.udp(false, 8, 7.9, 10, 0.5),
            IperfTests.udp(true, 8, 7.7, 30, 0.25),
            "iperf Done.");
    assertThat(figures.loss()).isEqualTo(0.03);
    assertThat(figures.jitter()).isCloseTo(0.5e-3, within(1e-12));
    assertThat(figures.there()).isNaN();
    assertThat(of(IperfTests.udp(false, 8, 7.9, 10, 6.1e8)).jitter()).isNaN();
    assertThat(figures.notes())
        .first()
        .asString()
        .isEqualTo(
            "987500 B/s arrived to the server as -b asked for: the network may carry more, so this"
                + " is no bandwidth");
  }

  @Test
  void udpThatSendsAllItCan() {
    var figures = of(IperfTests.udp(false, 0, 96, 700, 0.1));
    assertThat(figures.there()).isEqualTo(12e6);
    assertThat(figures.loss()).isNaN();
    assertThat(of(IperfTests.udp(false, 0, 96, 700, 0.1), IperfTests.tcp(false, 80, 0)).there())
        .isEqualTo(10e6);
    assertThat(of(IperfTests.udp(false, 100, 40, 600, 0.1)).notes())
        .last()
        .asString()
        .startsWith("60% of packets were lost: if the test sent more than the network carries");
  }

  @Test
  void tcpThatWasHeldBack() {
    var held =
        IperfTests.tcp(false, 50, 900)
            .replace("\"target_bitrate\": 0", "\"target_bitrate\": 50000000");
    var figures = of(held);
    assertThat(figures.there()).isNaN();
    assertThat(figures.latency()).isCloseTo(0.45e-3, within(1e-9));
    assertThat(figures.notes()).hasSize(1);
  }

  @Test
  void aTestThatIsPrintedTwiceCountsOnce() {
    var test = IperfTests.tcp(false, 80, 0);
    assertThat(of(test, test).comment()).startsWith("1 TCP and 0 UDP tests");
  }

  @Test
  void streamOfEvents() {
    var figures =
        of(
            "{\"event\":\"start\",\"data\":{\"test_start\":{\"protocol\":\"TCP\",\"reverse\":1}}}",
            "{\"event\":\"interval\",\"data\":{\"sum\":{}}}",
            "{\"event\":\"end\",\"data\":{\"sum_received\":{\"bits_per_second\":8e6}}}");
    assertThat(figures.back()).isEqualTo(1e6);
    assertThat(figures.there()).isNaN();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[ ID] Interval Transfer|1:1: |no test of iperf3 in it, expected what iperf3 --json prints",
        "{\"a\": 1}|1:1: |no 'test_start' and 'end' in it, expected",
        "{\"start\": {}, \"end\": {}, \"error\": \"no route\"}|1:35: |iperf3 says 'no route',"
            + " expected a test",
        "{\"start\": {\"test_start\": {\"protocol\": \"SCTP\"}}, \"end\": {}}|1:39: |protocol is"
            + " 'SCTP', expected TCP or UDP",
        "{\"start\": {\"test_start\": {\"protocol\": \"TCP\"}}, \"end\": {}}|1:55: |nothing arrived"
            + " in this test, expected",
      })
  void wrong(String text, String place, String message) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("out:" + place)
        .hasMessageContaining(message);
  }

  @Test
  void nothingThatAGridHas() {
    assertThatThrownBy(() -> of(IperfTests.udp(false, 8, 0, 1000, 0)))
        .isInstanceOf(InputException.class)
        .hasMessage("out: every packet was lost, expected some that arrived");
  }

  /** Whatever is changed: figures that a grid accepts, or an error in one line. */
  @Test
  void brokenTexts() {
    var good =
        List.of(
            IperfTests.tcp(false, 80, 900),
            IperfTests.both(60, 32),
            IperfTests.udp(true, 8, 7.7, 30, 0.25),
            IperfTests.udp(false, 0, 96, 700, 0.1));
    var grid = "grid: g\nclusters: {a: {hosts: [{name: x}]}, b: {hosts: [{name: y}]}}\n";
    var link = grid + "links:\n- between: [a, b]\n  back: {latency: 1 s}\n";
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var signs = "{}[]\",:\\ \n-+0159en.";
    for (int i = 0; i < 3000; i++) {
      var text = new StringBuilder(good.get(i % 4));
      for (int k = random.nextInt(5); k >= 0; k--) {
        int at = random.nextInt(text.length());
        text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
      }
      try {
        var figures = of(text.toString());
        assertThat(IperfGrid.write("grid.yaml", link, figures, "a", "b")).contains("# iperf3: ");
      } catch (InputException e) {
        assertThat(e.getMessage()).as("seed %d: %s", seed, text).matches("out:.*expected.*");
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d: %s".formatted(seed, text), e);
      }
    }
  }
}
