package io.strait.transport.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks the tokens of children that join. */
public final class TokenGuard {
  private TokenGuard() {}

  /**
   * Makes a check that returns why a token is refused, or null if it is good.
   *
   * @param folder the folder with join.pub of the authority that made the tokens; null to accept
   *     any token
   */
  public static Function<String, @Nullable String> of(@Nullable Path folder) throws IOException {
    if (folder == null) {
      return token -> null;
    }
    var key = Tokens.publicKey(folder);
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
