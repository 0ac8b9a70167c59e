package io.strait.launch;

import io.strait.transport.Folders;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Guard;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Role;
import io.strait.transport.wire.Tokens;
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
public final class LocalCertificates implements AutoCloseable {
  private static final int DAYS = 30;
  private static final String PREFIX = "certs-";
  private final @Nullable Path folder;

  private LocalCertificates(@Nullable Path folder) {
    this.folder = folder;
  }

  /** No authority: nobody connects, or those who do have certificates of their own. */
  public static LocalCertificates none() {
    return new LocalCertificates(null);
  }

  /** Makes one in the folder of a run. */
  public static LocalCertificates in(Path run) throws IOException {
    var folder = Files.createTempDirectory(run, PREFIX);
    Authority.init(folder);
    for (var role : Role.values()) {
      Authority.issue(folder, role.toString(), role, DAYS, folder);
    }
    return new LocalCertificates(folder);
  }

  /** Removes what former lives of the master had no time to. */
  public void forgetOthers(Path run) throws IOException {
    try (var old = Files.newDirectoryStream(run, PREFIX + "*")) {
      for (var other : old) {
        if (!other.equals(folder)) {
          Folders.delete(other);
        }
      }
    }
  }

  /** The folder with a certificate for each role, named like it; null if there is none. */
  public @Nullable Path folder() {
    return folder;
  }

  public @Nullable Identity master() {
    return folder == null ? null : Identity.in(folder, Role.MASTER.toString());
  }

  public String token() throws IOException {
    return folder == null ? "" : Tokens.make(Tokens.key(folder), Duration.ofDays(DAYS));
  }

  /** Asks whoever joins for a token of this authority; see {@link Guard}. */
  public Function<String, @Nullable String> guard() throws IOException {
    return Guard.of(folder);
  }

  @Override
  public void close() throws IOException {
    if (folder != null) {
      Folders.delete(folder);
    }
  }
}
