package io.strait.transport.wire;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.jspecify.annotations.Nullable;

/**
 * Join tokens. A node that shows one may join as a child until the token expires. The description
 * of this package specifies the format. A token is a secret, so it comes from a file or the
 * environment, never from a command line, which every user of a host can see.
 */
public final class Tokens {
  /** The environment variable that may hold a child's token. */
  public static final String VARIABLE = "STRAIT_TOKEN";

  /** The file that is enough to check tokens with. */
  public static final String PUBLIC = "join.pub";

  static final int KEY_BYTES = 32;
  private static final int ID_BYTES = 16;
  private static final int SIGNED_BYTES = Long.BYTES + ID_BYTES;
  private static final int SIGNATURE_BYTES = 64;
  private static final String ALGORITHM = "Ed25519";

  /** What comes before the point in the encoding of a public key. */
  private static final byte[] HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** The result of checking a token. */
  public sealed interface Answer {
    /** The token is good. Its id never changes. */
    record Good(String id, Instant expires) implements Answer {}

    /** The token has expired. */
    record Expired(Instant since) implements Answer {}

    /** The token was not made with the key of this authority. */
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
    var token = ByteBuffer.allocate(SIGNED_BYTES + SIGNATURE_BYTES);
    token.putLong(expires.getEpochSecond()).put(id);
    token.put(sign(key, token.array()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token.array());
  }

  /** Checks a token at a time. */
  public static Answer check(PublicKey key, String token, Instant now) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token.strip());
    } catch (IllegalArgumentException e) {
      return new Answer.Wrong();
    }
    if (bytes.length != SIGNED_BYTES + SIGNATURE_BYTES) {
      return new Answer.Wrong();
    }
    var content = ByteBuffer.wrap(bytes);
    long seconds = content.getLong();
    byte[] id = new byte[ID_BYTES];
    content.get(id);
    if (!isSigned(key, bytes)) {
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

  /** The key to check tokens with that were made with another. */
  public static PublicKey publicKey(byte[] key) {
    var point = new Ed25519PrivateKeyParameters(key).generatePublicKey().getEncoded();
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePublic(
              new X509EncodedKeySpec(ByteBuffer.allocate(44).put(HEAD).put(point).array()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The key to check tokens of an authority with; the secret one need not be in the folder. */
  public static PublicKey publicKey(Path folder) throws IOException {
    Path file = folder.resolve(PUBLIC);
    if (Files.exists(file)) {
      return Pem.publicKey(file, ALGORITHM);
    }
    if (Files.exists(folder.resolve("join.key"))) {
      return publicKey(key(folder));
    }
    throw new InputException(
        file + ": there is no such file, expected the one that strait cert issue puts there");
  }

  private static byte[] sign(byte[] key, byte[] token) {
    try {
      var spec = new EdECPrivateKeySpec(NamedParameterSpec.ED25519, key);
      var signature = Signature.getInstance(ALGORITHM);
      signature.initSign(KeyFactory.getInstance(ALGORITHM).generatePrivate(spec));
      signature.update(token, 0, SIGNED_BYTES);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isSigned(PublicKey key, byte[] token) {
    try {
      var signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(token, 0, SIGNED_BYTES);
      return signature.verify(token, SIGNED_BYTES, SIGNATURE_BYTES);
    } catch (SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
