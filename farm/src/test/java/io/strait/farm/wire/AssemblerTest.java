package io.strait.farm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.transport.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames: cut and joined, and what is none. */
class AssemblerTest {
  private static final Envelope SMALL = new Envelope(7, 1, new Message.Want(3));

  /** As they arrive at the other end. */
  private static List<Frame> cut(Envelope envelope) {
    var frames = new ArrayList<Frame>();
    Assembler.cut(envelope, f -> frames.add(Frame.MARSHALLER.parse(Frame.MARSHALLER.stream(f))));
    return frames;
  }

  private static Frame frame(int... bytes) {
    var frame = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      frame[i] = (byte) bytes[i];
    }
    return new Frame(frame, frame.length);
  }

  @Test
  void whatIsCutIsJoined() {
    var assembler = Assembler.ofChild();
    for (int size : new int[] {0, 1, 1000, Frame.MOST - 40, Frame.MOST, 3 * Frame.MOST + 7}) {
      var data = new byte[size];
      new Random(size).nextBytes(data);
      var envelope = new Envelope(5, 6, new Message.Chunk(1, 2, data));
      var frames = cut(envelope);
      for (int i = 0; i < frames.size(); i++) {
        assertThat(frames.get(i).length()).isLessThanOrEqualTo(Frame.MOST);
        var joined = assembler.join(frames.get(i));
        if (i < frames.size() - 1) {
          assertThat(joined).isNull();
        } else {
          assertThat(joined).isNotNull();
          assertThat(Codec.encode(joined)).isEqualTo(Codec.encode(envelope));
        }
      }
    }
  }

  @Test
  void whatIsNoFrameIsRefused() {
    for (var frame : List.of(frame(), frame(2), frame(-1, 1, 2), frame(127))) {
      assertThatThrownBy(() -> Assembler.ofChild().join(frame))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("bytes that are not a frame");
    }
  }

  /** Whoever wants to be let in has little to say before. */
  @Test
  void theFirstMessageToAParentFitsAFrame() {
    var assembler = Assembler.ofParent();
    assertThatThrownBy(() -> assembler.join(frame(1, 3, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a first message of more than one frame");
    var second = Assembler.ofParent();
    assertThat(second.join(cut(SMALL).getFirst())).isNotNull();
    assertThat(second.join(frame(1, 3))).isNull();
  }

  /** A message without end takes no more memory than the longest. */
  @Test
  void whatIsTooLongIsRefused() {
    var assembler = Assembler.ofParent();
    assembler.join(cut(SMALL).getFirst());
    var bytes = new byte[Frame.MOST];
    bytes[0] = 1;
    var frame = new Frame(bytes, bytes.length);
    int[] taken = {0};
    assertThatThrownBy(
            () -> {
              while (taken[0] < 1_000) {
                assembler.join(frame);
                taken[0]++;
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a message of more than %d bytes".formatted(Assembler.LONGEST_OF_CHILD));
    assertThat((long) taken[0] * Frame.MOST).isLessThanOrEqualTo(Assembler.LONGEST_OF_CHILD);
  }

  @Test
  void garbageIsReadOrRefused() {
    for (int seed = 0; seed < 20_000; seed++) {
      var random = new Random(seed);
      var assembler = random.nextBoolean() ? Assembler.ofChild() : Assembler.ofParent();
      try {
        for (int i = 0; i < 20; i++) {
          var bytes = new byte[random.nextInt(30)];
          random.nextBytes(bytes);
          if (bytes.length > 1 && random.nextInt(10) > 0) {
            bytes[0] = (byte) random.nextInt(2);
            bytes[1] = (byte) random.nextInt(19);
          }
          assembler.join(new Frame(bytes, bytes.length));
        }
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }
}
