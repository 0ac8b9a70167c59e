package io.strait.kind.run;

import io.strait.transport.wire.Identity;
import io.strait.view.Console;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a process joins a run.
 *
 * @param identity to show the parent; null for plain text
 * @param name in the run
 * @param token or an empty text; another run may have another
 * @param patience how long to try to reach the parent
 * @param loader of the app's classes, another one for every run
 */
public record Joining(
    InetSocketAddress parent,
    @Nullable Identity identity,
    String name,
    Fresh<String> token,
    Duration patience,
    boolean verbose,
    Fresh<ClassLoader> loader,
    Console console) {
  /** The token as it is now; the given one if it cannot be read. */
  public String newestToken(String given) {
    try {
      return token.get();
    } catch (IOException | RuntimeException e) {
      return given;
    }
  }

  /** What is read or made anew for every run. */
  public interface Fresh<T> {
    T get() throws IOException;
  }
}
