package io.strait.transport.wire;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a process: the files of its authority's certificate, its own, and its key.
 *
 * @param parent the name in the certificate of the only parent that it works for; null for any
 *     master
 */
public record Identity(Path ca, Path certificate, Path key, @Nullable String parent) {
  /** An identity that works for any master. */
  public Identity(Path ca, Path certificate, Path key) {
    this(ca, certificate, key, null);
  }

  /** An identity whose files have the usual names, in one folder. */
  public static Identity in(Path folder, String name) {
    return new Identity(
        folder.resolve("ca.pem"), folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
  }

  /** This identity, for the parent of one name alone. */
  public Identity under(String name) {
    return new Identity(ca, certificate, key, name);
  }

  /** The list of revoked certificates, which need not exist. */
  Path revoked() {
    return ca.resolveSibling(Revoked.FILE);
  }
}
