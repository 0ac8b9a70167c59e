package io.strait.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap of packets against a sorted list. */
class PacketsTest {
  private record Waiting(long due, long order, int place) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void packetsComeInTheOrderOfTheirTimes(long seed) {
    var random = new SplittableRandom(seed);
    var packets = new Packets(1 << 14);
    var oracle = new ArrayList<Waiting>();
    var order = Comparator.comparingLong(Waiting::due).thenComparingLong(Waiting::order);
    long count = 0;
    for (int step = 0; step < 5_000; step++) {
      if (random.nextInt(5) < 3) {
        int place = packets.take();
        long due = random.nextLong(50); // many are equal
        packets.await(place, due, step & 3);
        assertThat(packets.at(place)).isEqualTo(step & 3);
        oracle.add(new Waiting(due, count++, place));
      } else if (!oracle.isEmpty()) {
        var first = oracle.stream().min(order).orElseThrow();
        assertThat(packets.next()).isEqualTo(first.due());
        int place = packets.poll();
        assertThat(place).isEqualTo(first.place());
        oracle.remove(first);
        packets.give(place);
        if (oracle.size() > 200) {
          drain(packets, oracle, order);
        }
      }
      assertThat(packets.underWay()).isEqualTo(oracle.size());
    }
    drain(packets, oracle, order);
    assertThat(packets.next()).isEqualTo(Long.MAX_VALUE);
  }

  private static void drain(Packets packets, ArrayList<Waiting> oracle, Comparator<Waiting> order) {
    oracle.sort(order);
    for (var each : oracle) {
      assertThat(packets.poll()).isEqualTo(each.place());
      packets.give(each.place());
    }
    oracle.clear();
  }

  @Test
  void placesAreDifferentAndBounded() {
    int most = 1 << 13;
    var packets = new Packets(most);
    var places = new HashSet<Integer>();
    for (int i = 0; i < most; i++) {
      assertThat(places.add(packets.take())).isTrue();
    }
    assertThat(packets.take()).isEqualTo(-1);
    packets.give(17);
    assertThat(packets.take()).isEqualTo(17);
  }
}
