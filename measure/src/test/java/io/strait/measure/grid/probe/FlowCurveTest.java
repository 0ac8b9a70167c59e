package io.strait.measure.grid.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What flows get of a network that they share, from arrivals whose truth is known. */
class FlowCurveTest {
  private static final int PACKET = 1500;

  /**
   * Packets of some flows through a queue that serves one after the other. Who gets a turn changes
   * slowly, so that each flow has less for a while and more for another.
   *
   * @param rate of the network, in bytes per second
   * @param seconds that each flow begins after the one before
   * @return arrivals by flow, in nanoseconds
   */
  private static List<long[]> shared(int flows, double rate, double lasts, double seconds) {
    var random = new Random(flows);
    var arrivals = new ArrayList<List<Long>>();
    for (int i = 0; i < flows; i++) {
      arrivals.add(new ArrayList<>());
    }
    for (double at = 0; at < lasts + flows * seconds; at += PACKET / rate) {
      var weights = new double[flows];
      for (int i = 0; i < flows; i++) {
        boolean flowsNow = at >= i * seconds && at < i * seconds + lasts;
        weights[i] = flowsNow ? 1 + 0.8 * Math.sin(5 * at + 2 * Math.PI * i / flows) : 0;
      }
      double turn = random.nextDouble() * Arrays.stream(weights).sum();
      int who = 0;
      while (who < flows - 1 && turn >= weights[who]) {
        turn -= weights[who++];
      }
      arrivals.get(who).add(Math.round(1e9 * (3 + at)));
    }
    return arrivals.stream()
        .map(times -> times.stream().mapToLong(Long::longValue).toArray())
        .toList();
  }

  private static List<FlowCurve> curves(List<long[]> arrivals) {
    return arrivals.stream().map(each -> FlowCurve.ofPackets(each, PACKET)).toList();
  }

  /** The lowest rates of flows are not at the same time: their sum is not what they share. */
  @Test
  void theSumIsWhatTheNetworkCarries() {
    for (int flows = 2; flows < 6; flows++) {
      var arrivals = shared(flows, 400e3, 0.8, 0.05);
      double lowest = 0;
      for (var each : arrivals) {
        lowest += Dispersion.lowest(each, 0.32) * PACKET;
      }
      assertThat(lowest).isLessThan(0.95 * 400e3);
      var sum = FlowCurve.sum(curves(arrivals));
      assertThat(sum.median()).isCloseTo(400e3, within(0.01 * 400e3));
      assertThat(sum.low()).isLessThanOrEqualTo(1.005 * 400e3);
      assertThat(sum.high()).isGreaterThanOrEqualTo(0.995 * 400e3);
      assertThat(sum.relative()).isLessThan(0.1);
    }
  }

  /** Every host has a clock of its own; what they are ahead is taken off. */
  @Test
  void clocksOfHostsDiffer() {
    var arrivals = shared(3, 400e3, 0.8, 0.05);
    var off = new long[] {0, 1L << 61, -(1L << 60)};
    var curves = new ArrayList<FlowCurve>();
    for (int i = 0; i < 3; i++) {
      int host = i;
      var theirs = Arrays.stream(arrivals.get(i)).map(at -> at + off[host]).toArray();
      curves.add(FlowCurve.ofPackets(theirs, PACKET).ahead(-off[i]));
    }
    assertThat(FlowCurve.sum(curves)).isEqualTo(FlowCurve.sum(curves(arrivals)));
  }

  /**
   * Before the last flow begins and after the first ends, others have more: that does not count.
   */
  @Test
  void onlyTheTimeInWhichAllFlowCounts() {
    var arrivals = shared(2, 400e3, 1, 0.4);
    assertThat(FlowCurve.sum(curves(arrivals)).median()).isCloseTo(400e3, within(8e3));
    var apart = curves(shared(2, 400e3, 0.3, 0.4));
    assertThat(FlowCurve.sum(apart).median()).isNaN();
    assertThat(FlowCurve.sum(List.of(apart.getFirst(), FlowCurve.NONE)).median()).isNaN();
  }

  @Test
  void lostPacketsAreNotThere() {
    var arrivals = shared(2, 400e3, 1, 0.05);
    var holed = new long[2 * arrivals.getFirst().length];
    Arrays.fill(holed, Long.MIN_VALUE);
    for (int i = 0; i < arrivals.getFirst().length; i++) {
      holed[2 * i] = arrivals.getFirst()[i];
    }
    assertThat(FlowCurve.ofPackets(holed, PACKET).text())
        .isEqualTo(FlowCurve.ofPackets(arrivals.getFirst(), PACKET).text());
  }

  /** Flows of many packets have few points, and come back as they were. */
  @Test
  void writtenAndRead() throws IOException {
    var times = new long[100_000];
    Arrays.setAll(times, i -> -5_000_000_000L + 10_000L * i);
    var flow = FlowCurve.ofPackets(times, PACKET);
    assertThat(flow.text().length()).isLessThan(Note.MOST_BYTES / 4);
    assertThat(FlowCurve.sum(List.of(flow)).median()).isCloseTo(150e6, within(1e3));
    assertThat(FlowCurve.parse(flow.text()).text()).isEqualTo(flow.text());
    var out = new ByteArrayOutputStream();
    flow.write(new DataOutputStream(out));
    var read = FlowCurve.read(new DataInputStream(new ByteArrayInputStream(out.toByteArray())));
    assertThat(read.text()).isEqualTo(flow.text());
    assertThat(FlowCurve.parse(FlowCurve.NONE.text())).isSameAs(FlowCurve.NONE);
  }
}
