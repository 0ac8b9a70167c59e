package io.strait.transport.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Join tokens: none but ours is good. */
public final class TokenFuzz {
  private static final byte[] KEY = new byte[32];
  private static final byte[] OTHER = new byte[32];

  static {
    OTHER[0] = 1;
  }

  private static final String OURS = Tokens.make(KEY, Duration.ofDays(300));

  private TokenFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    var token = new String(input, StandardCharsets.ISO_8859_1);
    if (Tokens.check(Tokens.publicKey(OTHER), token, Instant.EPOCH)
        instanceof Tokens.Answer.Good good) {
      throw new AssertionError("a token that nobody made: " + good);
    }
    var unused = Tokens.check(Tokens.publicKey(KEY), token, Instant.now());
  }

  static List<byte[]> seeds() {
    return List.of(OURS.getBytes(StandardCharsets.ISO_8859_1));
  }
}
