package io.strait.kind.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The version of this program and the commit that it was built from. */
public final class Version {
  /** The jar whose manifest counts: the build writes it anew every time. */
  private static final String TITLE = "Strait cli";

  private Version() {}

  /** The program's name, its version and its commit, as far as they are known. */
  public static String text() {
    @Nullable Attributes manifest = manifest();
    if (manifest == null) {
      return "strait (unpackaged)";
    }
    @Nullable String commit = manifest.getValue("Implementation-Build");
    return "strait "
        + manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)
        + (commit == null || commit.isBlank() ? "" : " (%s)".formatted(commit.strip()));
  }

  /** The same as one word, for names of files. */
  public static String word() {
    return text().replaceAll("[^\\w.]+", "-").replaceAll("-$", "");
  }

  private static @Nullable Attributes manifest() {
    try {
      var all = Version.class.getClassLoader().getResources("META-INF/MANIFEST.MF");
      for (var place : Collections.list(all)) {
        try (InputStream in = place.openStream()) {
          var found = new Manifest(in).getMainAttributes();
          if (TITLE.equals(found.getValue(Attributes.Name.IMPLEMENTATION_TITLE))) {
            return found;
          }
        }
      }
      return null;
    } catch (IOException e) {
      return null; // a jar that cannot be read has no version to tell
    }
  }
}
