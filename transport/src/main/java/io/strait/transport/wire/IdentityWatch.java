package io.strait.transport.wire;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Warns the owner of a certificate every day from some time before it ends until it is renewed. */
public final class IdentityWatch implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration EVERY = Duration.ofDays(1);
  private final @Nullable Thread thread;

  private IdentityWatch(@Nullable Thread thread) {
    this.thread = thread;
  }

  /**
   * Begins to watch.
   *
   * @param identity null for plain text, where there is nothing to watch
   */
  public static IdentityWatch start(@Nullable Identity identity, Consumer<String> listener) {
    return new IdentityWatch(
        identity == null
            ? null
            : Thread.ofVirtual().start(() -> watch(identity, listener, Instant::now)));
  }

  private static void watch(
      Identity identity, Consumer<String> listener, java.time.InstantSource clock) {
    try {
      Thread.sleep(SOON); // a process that cannot use its identity says so and ends before
      while (!Thread.currentThread().isInterrupted()) {
        @Nullable String warning = warning(identity, clock.instant());
        if (warning != null) {
          listener.accept(warning);
        }
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** That the certificate of an identity ends before long; null if it does not. */
  static @Nullable String warning(Identity identity, Instant now) {
    try {
      var info = CertificateInfo.of(Pem.certificate(identity.certificate()), Optional.empty());
      return Peer.ending(info.from(), info.until(), now)
          ? "%s: our certificate ends on %s; renew it with: strait cert renew"
              .formatted(identity.certificate(), CertificateInfo.day(info.until()))
          : null;
    } catch (IOException | InputException e) {
      return "our certificate cannot be read: " + e.getMessage();
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
