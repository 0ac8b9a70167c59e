package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FirewallTest {
  private static final int UDP = 17;
  private static final int TCP = 6;
  private static final int SYN = 2;
  private static final int ACK = 16;
  private static final int RESET = 4;

  private final Firewall firewall = new Firewall(100);

  private static MemorySegment packet(int protocol, int flags) {
    var packet = MemorySegment.ofArray(new byte[40]);
    packet.set(JAVA_BYTE, 0, (byte) 0x45);
    packet.set(JAVA_BYTE, 9, (byte) protocol);
    packet.set(JAVA_BYTE, 33, (byte) flags);
    return packet;
  }

  private boolean mayEnter(MemorySegment packet, int from, int to, long now) {
    return firewall.mayEnter(packet, 40, from, to, now);
  }

  @Test
  void connectionsAreOpenedFromInsideAlone() {
    assertThat(mayEnter(packet(TCP, SYN), 7, 3, 0)).isFalse();
    assertThat(mayEnter(packet(TCP, SYN | ACK), 7, 3, 0)).isTrue();
    assertThat(mayEnter(packet(TCP, ACK), 7, 3, 0)).isTrue();
    assertThat(mayEnter(packet(TCP, RESET), 7, 3, 0)).isTrue();
    // Dialling out does not let others dial in.
    firewall.out(packet(TCP, SYN), 3, 7, 0);
    assertThat(mayEnter(packet(TCP, SYN), 7, 3, 1)).isFalse();
    assertThat(firewall.dropped()).isEqualTo(2);
  }

  @Test
  void aPacketThatIsCutShortIsRefused() {
    assertThat(firewall.mayEnter(packet(TCP, ACK), 20, 7, 3, 0)).isFalse();
  }

  @Test
  void otherPacketsAreAnswersForAWhile() {
    assertThat(mayEnter(packet(UDP, 0), 7, 3, 0)).isFalse();
    firewall.out(packet(UDP, 0), 3, 7, 10);
    assertThat(mayEnter(packet(UDP, 0), 7, 3, 20)).isTrue();
    assertThat(mayEnter(packet(UDP, 0), 7, 4, 20)).isFalse();
    assertThat(mayEnter(packet(UDP, 0), 3, 7, 20)).isFalse();
    assertThat(mayEnter(packet(UDP, 0), 7, 3, 10 + Firewall.MEMORY)).isTrue();
    assertThat(mayEnter(packet(UDP, 0), 7, 3, 11 + Firewall.MEMORY)).isFalse();
  }

  @Test
  void itRemembersAsAMapDoes() {
    var random = new SplittableRandom(1);
    var oracle = new HashMap<Integer, Long>();
    long now = 0;
    for (int i = 0; i < 100_000; i++) {
      now += random.nextLong(20_000_000);
      int from = random.nextInt(100);
      int to = random.nextInt(100);
      if (random.nextBoolean()) {
        firewall.out(packet(UDP, 0), from, to, now);
        oracle.put(100 * from + to, now);
      } else {
        Long asked = oracle.get(100 * to + from);
        assertThat(mayEnter(packet(UDP, 0), from, to, now))
            .isEqualTo(asked != null && now - asked <= Firewall.MEMORY);
      }
    }
  }
}
