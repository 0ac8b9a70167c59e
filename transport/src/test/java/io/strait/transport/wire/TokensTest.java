package io.strait.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.InputException;
import io.strait.transport.wire.Tokens.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {
  private static final Instant EXPIRES = Instant.parse("2026-03-01T00:00:00Z");

  private final byte[] secret = new byte[Tokens.KEY_BYTES];
  private final PublicKey key = Tokens.publicKey(secret);

  @TempDir Path folder;

  @Test
  void aTokenIsGoodUntilItExpires() {
    String token = Tokens.make(secret, EXPIRES);
    assertThat(token).matches("[A-Za-z0-9_-]{118}");
    assertThat(Tokens.check(key, token, EXPIRES.minusMillis(1)))
        .isInstanceOfSatisfying(
            Answer.Good.class,
            good -> {
              assertThat(good.expires()).isEqualTo(EXPIRES);
              assertThat(good.id()).hasSize(32);
            });
    assertThat(Tokens.check(key, token + "\n", EXPIRES.minusMillis(1)))
        .isEqualTo(Tokens.check(key, token, EXPIRES.minusMillis(1)));
    assertThat(Tokens.check(key, token, EXPIRES)).isEqualTo(new Answer.Expired(EXPIRES));
    assertThat(Tokens.make(secret, EXPIRES)).isNotEqualTo(token);
    assertThat(Tokens.check(key, Tokens.make(secret, Duration.ofHours(1)), Instant.now()))
        .isInstanceOf(Answer.Good.class);
  }

  @Test
  void everyChangedBitIsWrong() {
    byte[] bytes = Base64.getUrlDecoder().decode(Tokens.make(secret, EXPIRES));
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] changed = bytes.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      String token = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
      assertThat(Tokens.check(key, token, EXPIRES)).isEqualTo(new Answer.Wrong());
    }
  }

  @Test
  void strangeTokensAreWrong() {
    byte[] other = secret.clone();
    other[0] = 1;
    String token = Tokens.make(other, EXPIRES);
    for (String wrong : new String[] {token, "", "x", "ä", token.substring(4), token + "AAAA"}) {
      assertThat(Tokens.check(key, wrong, EXPIRES.plusSeconds(1))).isEqualTo(new Answer.Wrong());
    }
  }

  @Test
  void aChildHasItsTokenFromAFileOrTheEnvironment() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "abc\n");
    Map<String, String> environment = Map.of(Tokens.VARIABLE, " def\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Tokens.find(file, environment))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("chmod 600");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(Tokens.find(file, environment)).contains("abc");
    assertThat(Tokens.find(null, environment)).contains("def");
    assertThat(Tokens.find(null, Map.of())).isEmpty();
    assertThat(Tokens.find(null, Map.of(Tokens.VARIABLE, " "))).isEmpty();
    Files.writeString(file, "");
    assertThatThrownBy(() -> Tokens.find(file, environment))
        .hasMessageContaining("the file holds no token");
  }
}
