package io.strait.transport.wire;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Join tokens. A node that shows one may join as a child until the token expires. The description
 * of this package specifies the format. A token is a secret, so it comes from a file or the
 * environment, never from a command line, which every user of a host can see.
 */
public final class Tokens {
  /** The environment variable that may hold a child's token. */
  public static final String VARIABLE = "STRAIT_TOKEN";

  static final int KEY_BYTES = 32;
  private static final int ID_BYTES = 16;
  private static final int SIGNED_BYTES = Long.BYTES + ID_BYTES;
  private static final int MAC_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** The result of checking a token. */
  public sealed interface Answer {
    /** The token is good. Its id never changes. */
    record Good(String id, Instant expires) implements Answer {}

    /** The token has expired. */
    record Expired(Instant since) implements Answer {}

    /** The token was not made with this key. */
    record Wrong() implements Answer {}
  }

  /** The key of an authority. */
  public static byte[] key(Path folder) throws IOException {
    Path file = folder.resolve("join.key");
    byte[] key = Pem.secret(file);
    if (key.length != KEY_BYTES) {
      throw new InputException(
          "%s: %d bytes, expected the %d of a join key".formatted(file, key.length, KEY_BYTES));
    }
    return key;
  }

  /** Makes a token that is valid from now on. */
  public static String make(byte[] key, Duration validity) {
    return make(key, Instant.now().plus(validity));
  }

  static String make(byte[] key, Instant expires) {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    var token = ByteBuffer.allocate(SIGNED_BYTES + MAC_BYTES);
    token.putLong(expires.getEpochSecond()).put(id);
    token.put(mac(key, token.array()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token.array());
  }

  /** Checks a token at a time. */
  public static Answer check(byte[] key, String token, Instant now) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token.strip());
    } catch (IllegalArgumentException e) {
      return new Answer.Wrong();
    }
    if (bytes.length != SIGNED_BYTES + MAC_BYTES) {
      return new Answer.Wrong();
    }
    var content = ByteBuffer.wrap(bytes);
    long seconds = content.getLong();
    byte[] id = new byte[ID_BYTES];
    byte[] mac = new byte[MAC_BYTES];
    content.get(id).get(mac);
    if (!MessageDigest.isEqual(mac, mac(key, bytes))) {
      return new Answer.Wrong();
    }
    Instant expires = Instant.ofEpochSecond(seconds);
    return now.isBefore(expires)
        ? new Answer.Good(HexFormat.of().formatHex(id), expires)
        : new Answer.Expired(expires);
  }

  /** A child's token, from its file if there is one, otherwise from the environment. */
  public static Optional<String> find(@Nullable Path file, Map<String, String> environment)
      throws IOException {
    if (file != null) {
      String token = new String(Pem.secret(file), StandardCharsets.ISO_8859_1).strip();
      if (token.isEmpty()) {
        throw new InputException(file + ": the file holds no token");
      }
      return Optional.of(token);
    }
    return Optional.ofNullable(environment.get(VARIABLE))
        .map(String::strip)
        .filter(t -> !t.isEmpty());
  }

  /** The authentication code of the bytes before it. */
  private static byte[] mac(byte[] key, byte[] token) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(token, 0, SIGNED_BYTES);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
