package io.strait.cli;

import io.strait.run.farm.Message;
import io.strait.run.node.Folders;
import io.strait.run.wire.Authority;
import io.strait.run.wire.Identity;
import io.strait.run.wire.Role;
import io.strait.run.wire.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A private authority in the folder of a run, for processes that the run itself starts. It is made
 * anew for every life of the master and removed with it.
 */
final class LocalCertificates implements AutoCloseable {
  private static final int DAYS = 30;
  private static final String PREFIX = "certs-";
  private final @Nullable Path folder;

  private LocalCertificates(@Nullable Path folder) {
    this.folder = folder;
  }

  /** Makes one where it is needed. */
  static LocalCertificates of(RunOptions options, Path run) throws IOException {
    if (options.workers() != RunOptions.Workers.PROCESSES || options.listen() != null) {
      return new LocalCertificates(null);
    }
    var folder = Files.createTempDirectory(run, PREFIX);
    Authority.init(folder);
    for (var role : Role.values()) {
      Authority.issue(folder, role.toString(), role, DAYS, folder);
    }
    return new LocalCertificates(folder);
  }

  /** Removes what former lives of the master had no time to. */
  void forgetOthers(Path run) throws IOException {
    try (var old = Files.newDirectoryStream(run, PREFIX + "*")) {
      for (var other : old) {
        if (!other.equals(folder)) {
          Folders.delete(other);
        }
      }
    }
  }

  /** The folder with a certificate for each role, named like it; null if there is none. */
  @Nullable Path folder() {
    return folder;
  }

  @Nullable Identity master() {
    return folder == null ? null : Identity.in(folder, Role.MASTER.toString());
  }

  String token() throws IOException {
    return folder == null ? "" : Tokens.make(Tokens.key(folder), Duration.ofDays(DAYS));
  }

  Function<Message.Hello, @Nullable String> guard() throws IOException {
    return Guard.of(folder);
  }

  @Override
  public void close() throws IOException {
    if (folder != null) {
      Folders.delete(folder);
    }
  }
}
