package io.strait.model.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.Duplex;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Fraction;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TCP's rate under loss against its limits, worked examples and transfers in a lab. */
class TcpLawTest {
  @Test
  void littleLossLeavesTheLawOfMathis() {
    double p = 1e-7;
    double constant = TcpLaw.rate(0.1, p) * 0.1 * Math.sqrt(p) / TcpLaw.SEGMENT;
    assertThat(constant).isCloseTo(Math.sqrt(1.5), within(1e-3));
  }

  @Test
  void moreLossAndMoreLatencyNeverHelp() {
    double last = Double.POSITIVE_INFINITY;
    for (double p = 1e-5; p < 1; p *= 1.3) {
      double rate = TcpLaw.rate(0.05, p);
      assertThat(rate).isLessThan(last);
      assertThat(TcpLaw.rate(0.06, p)).isLessThan(rate);
      last = rate;
    }
  }

  /** What iperf3 received through a lab's gap with Reno, in kB/s. */
  @ParameterizedTest
  @CsvSource({
    "0.04, 0.001, 849.7",
    "0.04, 0.01, 201.6",
    "0.04, 0.05, 87.4",
    "0.04, 0.15, 28.3",
    "0.001, 0.01, 5401.3",
    "0.01, 0.01, 823.4",
    "0.1, 0.02, 57.9"
  })
  void labsAgree(double latencySeconds, double loss, double measured) {
    assertThat(TcpLaw.rate(2 * latencySeconds, loss) / 1000 / measured).isBetween(0.8, 1.1);
  }

  @Test
  void aNetworkIsNeverFasterThanItsBandwidth() {
    assertThat(network(1e5, 100, 0.001).ofConnections(1)).isEqualTo(new Bandwidth(1e5));
    assertThat(network(2e6, 0, 0.02).ofConnections(1)).isEqualTo(new Bandwidth(2e6));
    assertThat(network(2e6, 100, 0).ofConnections(1)).isEqualTo(new Bandwidth(2e6));
    var one = network(2e6, 100, 0.02).ofConnections(1);
    // 1448 B / (0.2 s * 0.11547 + 0.25 s * 3 * 0.086603 * 0.02 * 1.0128)
    assertThat(one.bytesPerSecond()).isCloseTo(59_321, within(1.0));
    assertThat(network(2e6, 100, 0.02).ofConnections(3).bytesPerSecond())
        .isCloseTo(3 * one.bytesPerSecond(), within(1e-6));
  }

  private static Network network(double bandwidth, int milliseconds, double loss) {
    return new Network(
        new Bandwidth(bandwidth), Duration.ofMillis(milliseconds), new Fraction(loss), Duplex.FULL);
  }
}
