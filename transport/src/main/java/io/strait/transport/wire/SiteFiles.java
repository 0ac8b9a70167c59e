package io.strait.transport.wire;

import io.strait.model.text.InputException;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The files of an authority that a site needs besides its own certificates; none is secret. */
final class SiteFiles {
  private SiteFiles() {}

  /** Complains if another authority's files are in a folder. */
  static void check(Path folder, Path out) throws IOException {
    Path there = out.resolve("ca.pem");
    if (Files.exists(there)
        && !Arrays.equals(
            Files.readAllBytes(there), Files.readAllBytes(folder.resolve("ca.pem")))) {
      throw new InputException(
          "%s: this is another authority's, expected a folder for the one of %s"
              .formatted(there, folder));
    }
  }

  /** Puts the files into a folder, in place of earlier versions. */
  static void copy(Path folder, Path out) throws IOException {
    if (Files.isSameFile(folder, out)) {
      return;
    }
    PrivateFiles.replace(out.resolve("ca.pem"), Files.readAllBytes(folder.resolve("ca.pem")));
    if (Files.exists(folder.resolve("join.key")) || Files.exists(folder.resolve(Tokens.PUBLIC))) {
      PrivateFiles.replace(out.resolve(Tokens.PUBLIC), Pem.print(Tokens.publicKey(folder)));
    }
    Path revoked = folder.resolve(Revoked.FILE);
    PrivateFiles.replace(
        out.resolve(Revoked.FILE),
        Files.exists(revoked) ? Files.readAllBytes(revoked) : new byte[0]);
  }
}
