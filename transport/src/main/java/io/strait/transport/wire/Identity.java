package io.strait.transport.wire;

import java.nio.file.Path;

/** Who a process is: the files of its authority's certificate, its own certificate and its key. */
public record Identity(Path ca, Path certificate, Path key) {
  /** The usual names of the files in a folder. */
  public static Identity in(Path folder, String name) {
    return new Identity(
        folder.resolve("ca.pem"), folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
  }
}
