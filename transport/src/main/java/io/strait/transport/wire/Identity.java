package io.strait.transport.wire;

import java.nio.file.Path;

/** The identity of a process: the files of its authority's certificate, its own, and its key. */
public record Identity(Path ca, Path certificate, Path key) {
  /** An identity whose files have the usual names, in one folder. */
  public static Identity in(Path folder, String name) {
    return new Identity(
        folder.resolve("ca.pem"), folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
  }
}
