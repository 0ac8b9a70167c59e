package io.strait.kind.run;

import java.io.File;
import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The version of this program and the commit that it was built from. */
public final class Version {
  /** The jar whose manifest counts: the build writes it anew every time. */
  private static final String TITLE = "Strait cli";

  private static final String JAR = "cli-";

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

  /**
   * Opens no other jar: they are many, and reading the manifest of a signed one takes longer than
   * all else that happens at a start.
   */
  private static @Nullable Attributes manifest() {
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      var file = new File(entry);
      if (file.getName().startsWith(JAR) && file.getName().endsWith(".jar")) {
        try (var jar = new JarFile(file, false)) {
          @Nullable Manifest manifest = jar.getManifest();
          if (manifest != null
              && TITLE.equals(
                  manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_TITLE))) {
            return manifest.getMainAttributes();
          }
        } catch (IOException e) {
          // A jar that cannot be read has no version to tell.
        }
      }
    }
    return null;
  }
}
