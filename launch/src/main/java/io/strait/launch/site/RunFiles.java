package io.strait.launch.site;

import io.strait.launch.LocalCertificates;
import io.strait.launch.bundle.TarWriter;
import io.strait.launch.shell.Shell;
import io.strait.transport.wire.Tokens;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run needs at a site, as an archive: certificates and a token, the class path of user code,
 * and small files.
 *
 * @param certificates of the run; none of its authority's own keys is sent
 * @param classPath of user code; null if there is none
 * @param texts small files, by name
 */
public record RunFiles(
    LocalCertificates certificates, @Nullable String classPath, Map<String, byte[]> texts)
    implements Shell.Input {
  public RunFiles {
    texts = Map.copyOf(texts);
  }

  @Override
  public void write(OutputStream out) throws IOException {
    // The stream belongs to the command that unpacks.
    try (var tar =
        new TarWriter(
            new FilterOutputStream(out) {
              @Override
              public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
              }

              @Override
              public void close() throws IOException {
                out.flush();
              }
            })) {
      @Nullable Path folder = certificates.folder();
      if (folder != null) {
        for (var file :
            List.of("ca.pem", "gateway.pem", "gateway.key", "worker.pem", "worker.key")) {
          tar.add("certs/" + file, folder.resolve(file));
        }
        tar.add("certs/join/" + Tokens.PUBLIC, folder.resolve(Tokens.PUBLIC));
        tar.add("token", certificates.token().getBytes(StandardCharsets.UTF_8), false);
      }
      for (var text : texts.entrySet()) {
        tar.add(text.getKey(), text.getValue(), false);
      }
      for (var entry : entries(classPath)) {
        tar.add("classes/" + name(entry), entry);
      }
    }
  }

  private static List<Path> entries(@Nullable String classPath) {
    var entries = new ArrayList<Path>();
    if (classPath != null) {
      for (var entry : classPath.split(File.pathSeparator, -1)) {
        if (Files.exists(Path.of(entry))) {
          entries.add(Path.of(entry));
        }
      }
    }
    return entries;
  }

  /** The same name for the same path, and another for others. */
  private static String name(Path entry) {
    var path = entry.toAbsolutePath().normalize();
    var last = String.valueOf(path.getFileName()).replaceAll("[^A-Za-z0-9._-]", "_");
    return Integer.toHexString(path.toString().hashCode()) + "-" + last;
  }

  /** The option that names the class path at a site. */
  public static String classPathOption(@Nullable String classPath) {
    var words = entries(classPath).stream().map(entry -> "classes/" + name(entry)).toList();
    return words.isEmpty() ? "" : "--classpath " + String.join(":", words);
  }
}
