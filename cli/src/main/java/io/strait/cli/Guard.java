package io.strait.cli;

import io.strait.run.farm.Message;
import io.strait.run.wire.Tokens;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks children for their token. */
final class Guard {
  private Guard() {}

  /**
   * A guard.
   *
   * @param folder with the join.key that tokens were made with; null to ask for none
   */
  static Function<Message.Hello, @Nullable String> of(@Nullable Path folder) throws IOException {
    var guard = ofToken(folder);
    return hello -> guard.apply(hello.token());
  }

  /** The same for the token alone. */
  static Function<String, @Nullable String> ofToken(@Nullable Path folder) throws IOException {
    if (folder == null) {
      return token -> null;
    }
    var key = Tokens.key(folder);
    return token ->
        switch (Tokens.check(key, token, Instant.now())) {
          case Tokens.Answer.Good ignored -> null;
          case Tokens.Answer.Expired expired ->
              "its token expired at %s, expected a new one (strait cert token)"
                  .formatted(expired.since());
          case Tokens.Answer.Wrong ignored ->
              token.isEmpty()
                  ? "it shows no token, expected one (strait cert token, --token-file)"
                  : "its token is wrong, expected one made by this run's authority";
        };
  }
}
