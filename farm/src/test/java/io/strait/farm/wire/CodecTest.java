package io.strait.farm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages as bytes: what is written is read, and nothing else is. */
class CodecTest {
  @Test
  void whatIsWrittenIsRead() {
    var kinds = new HashSet<Class<?>>();
    for (int seed = 0; seed < 4_000; seed++) {
      var envelope = Messages.envelope(new Random(seed));
      kinds.add(envelope.message().getClass());
      var bytes = Codec.encode(envelope);
      var again = Codec.decode(bytes);
      assertThat(again.session()).isEqualTo(envelope.session());
      assertThat(again.number()).isEqualTo(envelope.number());
      assertThat(again.message()).hasSameClassAs(envelope.message());
      assertThat(Codec.encode(again)).as("seed %d: %s", seed, envelope).isEqualTo(bytes);
    }
    assertThat(kinds).hasSize(Message.class.getPermittedSubclasses().length);
  }

  @Test
  void laterVersionsMayAddFields() {
    for (int seed = 0; seed < 500; seed++) {
      var bytes = Codec.encode(Messages.envelope(new Random(seed)));
      var longer = Arrays.copyOf(bytes, bytes.length + 5);
      assertThat(Codec.encode(Codec.decode(longer))).isEqualTo(bytes);
    }
  }

  @Test
  void whatEndsTooEarlyIsRefused() {
    for (int seed = 0; seed < 1_000; seed++) {
      var bytes = Codec.encode(Messages.envelope(new Random(seed)));
      for (int length = 0; length < Math.min(bytes.length, 300); length++) {
        var cut = Arrays.copyOf(bytes, length);
        assertThatThrownBy(() -> Codec.decode(cut))
            .as("seed %d cut at %d", seed, length)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void garbageIsReadAsAMessageOrRefused() {
    for (int seed = 0; seed < 50_000; seed++) {
      var random = new Random(seed);
      byte[] bytes;
      if (seed % 2 == 0) {
        bytes = new byte[random.nextInt(60)];
        random.nextBytes(bytes);
        if (bytes.length > 0) {
          bytes[0] = (byte) random.nextInt(20);
        }
      } else {
        bytes = Codec.encode(Messages.envelope(random));
        for (int i = random.nextInt(3); i >= 0; i--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
      }
      try {
        var read = Codec.decode(bytes);
        assertThat(Codec.encode(Codec.decode(Codec.encode(read)))).isEqualTo(Codec.encode(read));
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotEmpty().hasSizeLessThan(200);
      }
    }
  }

  /** Numbers that promise much: nothing is allocated for what is not there. */
  @Test
  void lengthsAreNotBelieved() {
    for (int kind = 1; kind <= 19; kind++) {
      for (int fill : new int[] {0xff, 0x7f, 0x80, 0x07}) {
        var bytes = new byte[64];
        Arrays.fill(bytes, (byte) fill);
        bytes[0] = (byte) kind;
        bytes[9] = 0;
        for (int at = 10; at < 60; at++) {
          var claim = bytes.clone();
          // The largest number there is: 2^31 - 1.
          System.arraycopy(new byte[] {-1, -1, -1, -1, 7}, 0, claim, at, 5);
          try {
            Codec.decode(claim);
          } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
          }
        }
      }
    }
  }

  @Test
  void theLargestSetIsReadWithoutRoom() {
    var all = IdSet.ofRanges(new int[] {0, Integer.MAX_VALUE - 1});
    var bytes = Codec.encode(new Envelope(1, 2, new Message.Holding(all)));
    assertThat(bytes).hasSizeLessThan(30);
    assertThat(Codec.decode(bytes).message()).isEqualTo(new Message.Holding(all));
  }
}
