package io.strait.farm.task;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** What a resident process writes. */
public final class ReplyFuzz {
  private ReplyFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    var in = new ByteArrayInputStream(input);
    try {
      for (var reply = Frames.readReply(in, 1 << 28);
          reply != null;
          reply = Frames.readReply(in, 1 << 28)) {
        if (reply.body().length > input.length) {
          throw new AssertionError("more than there is");
        }
      }
    } catch (IOException e) {
      // refused, as it should be
    }
  }

  static List<byte[]> seeds() {
    return List.of(
        new byte[] {0, 0, 0, 7, 0, 0, 0, 0, 1, 5, 6},
        new byte[] {0, 0, 0, 5, 1, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0, 0, 9},
        "print".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }
}
