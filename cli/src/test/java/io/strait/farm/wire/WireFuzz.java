package io.strait.farm.wire;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.transport.wire.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What comes over a connection: frames, each with its length in a byte before it. */
public final class WireFuzz {
  private WireFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    var child = Assembler.ofChild();
    var parent = Assembler.ofParent();
    try {
      for (int at = 0; at < input.length; ) {
        int end = Math.min(input.length, at + 1 + (input[at] & 0xff));
        var frame = Arrays.copyOfRange(input, at + 1, end);
        check(child.join(new Frame(frame, frame.length)));
        check(parent.join(new Frame(frame, frame.length)));
        at = end;
      }
    } catch (IllegalArgumentException e) {
      // refused, as it should be
    }
  }

  private static void check(@org.jspecify.annotations.Nullable Envelope envelope) {
    if (envelope == null) {
      return;
    }
    var bytes = Codec.encode(envelope);
    if (!Arrays.equals(bytes, Codec.encode(Codec.decode(bytes)))) {
      throw new AssertionError("read back differently: " + envelope);
    }
  }

  static List<byte[]> seeds() {
    var tasks = IdSet.ofRanges(new int[] {0, 3, 7, 7});
    var seeds = new ArrayList<byte[]>();
    for (var message :
        List.of(
            new Message.Hello(1, 1, "token", "name", Message.Role.GATEWAY, 4, 5, 6),
            new Message.Holding(tasks),
            new Message.Want(300),
            new Message.Results(List.of(new Part(1, Part.Kind.PARTIAL, tasks, new byte[8]))),
            new Message.Offer(1, Part.Kind.VALUE, tasks, 1 << 20),
            new Message.Chunk(1, 2, new byte[9]),
            new Message.Welcome(1, 2, "run", 3, 4, 5, 1, 6, new byte[7]),
            new Message.Refused("reason", true),
            new Message.Tasks(new int[] {1, 2}, new byte[2], new byte[2][3]),
            new Message.Reject(1, tasks),
            new Message.Beat(1, 2))) {
      var bytes = Codec.encode(new Envelope(1, 2, message));
      var frame = new byte[bytes.length + 2];
      frame[0] = (byte) (bytes.length + 1);
      System.arraycopy(bytes, 0, frame, 2, bytes.length);
      seeds.add(frame);
    }
    return seeds;
  }
}
