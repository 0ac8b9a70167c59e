package io.strait.kind;

import java.io.IOException;
import java.net.URL;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The version of this program, and the commit that it was built from. */
public final class Version {
  private static final String TEXT = find();

  private Version() {}

  /** The program's name, its version and its commit, as far as they are known. */
  public static String text() {
    return TEXT;
  }

  private static String find() {
    var type = Version.class;
    @Nullable String version = type.getPackage().getImplementationVersion();
    if (version == null) {
      return "strait (unpackaged)";
    }
    var commit = commit(type.getResource("Version.class"));
    return "strait " + version + (commit.isEmpty() ? "" : " (%s)".formatted(commit));
  }

  /** What the jar around a class says of its commit; empty if nothing. */
  private static String commit(@Nullable URL place) {
    if (place == null || !place.toString().startsWith("jar:")) {
      return "";
    }
    var text = place.toString();
    var jar = text.substring(0, text.lastIndexOf('!') + 1);
    try (var in = java.net.URI.create(jar + "/META-INF/MANIFEST.MF").toURL().openStream()) {
      @Nullable String commit =
          new Manifest(in).getMainAttributes().getValue("Implementation-Build");
      return commit == null ? "" : commit.strip();
    } catch (IOException e) {
      return "";
    }
  }
}
