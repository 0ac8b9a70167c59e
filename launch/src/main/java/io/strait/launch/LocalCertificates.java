package io.strait.launch;

import io.strait.transport.Folders;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.TokenGuard;
import io.strait.transport.wire.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A private authority in the folder of a run, for processes that the run itself starts. Every
 * master makes its own and removes it when it ends.
 */
public final class LocalCertificates implements AutoCloseable {
  /** Longer than any run; they go with it. */
  private static final int DAYS = 3650;

  private static final String PREFIX = "certs-";
  private final @Nullable Path folder;

  private LocalCertificates(@Nullable Path folder) {
    this.folder = folder;
  }

  /** No authority, because no process connects or all have certificates of their own. */
  public static LocalCertificates none() {
    return new LocalCertificates(null);
  }

  /** Makes an authority in the folder of a run. */
  public static LocalCertificates in(Path run) throws IOException {
    var folder = Files.createTempDirectory(run, PREFIX);
    Authority.init(folder);
    for (var role : NodeRole.values()) {
      Authority.issue(folder, role.toString(), role, DAYS, folder);
    }
    return new LocalCertificates(folder);
  }

  /** The authority that an earlier master left in the folder of a run, or a new one. */
  public static LocalCertificates again(Path run) throws IOException {
    try (var old = Files.newDirectoryStream(run, PREFIX + "*")) {
      for (var folder : old) {
        if (Files.exists(folder.resolve("join.key"))) {
          return new LocalCertificates(folder);
        }
      }
    }
    return in(run);
  }

  /** Removes authorities that earlier masters left behind when they were killed. */
  public void deleteStale(Path run) throws IOException {
    try (var old = Files.newDirectoryStream(run, PREFIX + "*")) {
      for (var other : old) {
        if (!other.equals(folder)) {
          Folders.delete(other);
        }
      }
    }
  }

  /** The folder, with a certificate named after each role; null if there is no authority. */
  public @Nullable Path folder() {
    return folder;
  }

  /** Whether there is no authority. */
  public boolean isNone() {
    return folder == null;
  }

  /** The identity of the master; null if there is no authority. */
  public @Nullable Identity master() {
    return folder == null ? null : Identity.in(folder, NodeRole.MASTER.toString());
  }

  /** A new join token; empty if there is no authority. */
  public String token() throws IOException {
    return folder == null ? "" : Tokens.make(Tokens.key(folder), Duration.ofDays(DAYS));
  }

  /** Checks join tokens against this authority; see {@link TokenGuard}. */
  public Function<String, @Nullable String> guard() throws IOException {
    return TokenGuard.of(folder);
  }

  @Override
  public void close() throws IOException {
    if (folder != null) {
      Folders.delete(folder);
    }
  }
}
