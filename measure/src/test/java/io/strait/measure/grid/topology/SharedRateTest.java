package io.strait.measure.grid.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRateTest {
  private static final double NOISE = 0.005;

  /** A network of 407 behind which three branches could fill it twice. */
  private static SimulatedNetwork network(long seed, double uplink) {
    var network = new SimulatedNetwork(seed, NOISE);
    int home = network.cluster(3, 50e6, true);
    int router = network.router();
    network.line(home, router, 0.028, uplink, uplink, false);
    for (double branch : new double[] {297e3, 366e3, 363e3}) {
      network.line(router, network.cluster(1, 50e6, true), 0.03, branch, branch, false);
    }
    return network;
  }

  private static List<Flow> flows(SimulatedNetwork network) {
    var flows = new ArrayList<Flow>();
    for (int i = 0; i < 3; i++) {
      flows.add(new Flow(i, 3 + i, network.alone(i, 3 + i)));
    }
    return flows;
  }

  @ParameterizedTest
  @ValueSource(doubles = {380e3, 407e3, 600e3, 900e3})
  void theRateAndItsInterval(double uplink) throws IOException {
    for (double expected : new double[] {Double.NaN, 0.4 * uplink, uplink, 3 * uplink}) {
      var network = network(1, uplink);
      var rate = new SharedRate(network, flows(network), expected, false);
      var seen = rate.measure();
      assertThat(seen.median()).isCloseTo(uplink, withinPercentage(1));
      assertThat(seen.low()).isLessThanOrEqualTo(uplink);
      assertThat(seen.high()).isGreaterThanOrEqualTo(uplink);
      assertThat(rate.bytes()).isCloseTo(Math.round(network.bytes), within(5L));
    }
  }

  /** What is known beforehand saves bytes: little more is sent than the network carries. */
  @Test
  void whatIsKnownSavesBytes() throws IOException {
    var network = network(2, 407e3);
    var rate = new SharedRate(network, flows(network), 407e3, false);
    rate.measure();
    assertThat(network.flows).isEqualTo(2 * 3);
    assertThat(network.bytes).isLessThan(2 * 1.3 * 407e3);
    double before = network.bytes;
    var again = new SharedRate(network, flows(network), Double.NaN, false);
    again.add(network.together(flows(network)));
    again.measure();
    // One of them fills all ways, which is known; the other offers what was seen.
    assertThat(network.bytes - before).isLessThan(1.3 * 407e3 + 1.2 * 1026e3);
  }

  /** Flows that all get what they are offered have not filled a network. */
  @Test
  void networksThatAreNotFull() throws IOException {
    var network = network(3, 2e6);
    var seen = new SharedRate(network, flows(network), 200e3, false).measure();
    assertThat(seen.median()).isCloseTo(297e3 + 366e3 + 363e3, withinPercentage(1));
  }

  /** What is measured once is measured until it was full, and not again. */
  @Test
  void once() throws IOException {
    var network = network(4, 407e3);
    var seen = new SharedRate(network, flows(network), 407e3, true).measure();
    assertThat(seen.median()).isCloseTo(407e3, withinPercentage(2));
    assertThat(network.flows).isEqualTo(3);
    var known = new SharedRate(network, flows(network), Double.NaN, true);
    known.add(network.together(flows(network)));
    known.measure();
    assertThat(network.flows).as("what was seen before").isEqualTo(2 * 3);
    var few = network(5, 900e3);
    var all = new SharedRate(few, flows(few), 200e3, true).measure();
    assertThat(all.median()).isCloseTo(900e3, withinPercentage(2));
    assertThat(few.flows).isGreaterThan(3);
  }
}
