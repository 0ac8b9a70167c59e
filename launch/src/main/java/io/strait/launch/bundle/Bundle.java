package io.strait.launch.bundle;

import io.strait.model.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a machine without Java needs to run Strait.
 *
 * @param name of the folder that the archive unpacks to
 * @param jars of Strait and its libraries
 * @param examples a folder with examples, from which start-up caches are made
 * @param java where its Java comes from
 */
public record Bundle(String name, List<Path> jars, Path examples, JavaRuntime java) {
  /** Examples that caches are made from. */
  private static final List<String> EXAMPLES = List.of("imported-platform", "three-continents");

  public Bundle {
    jars = List.copyOf(jars);
  }

  /**
   * The jars of a class path.
   *
   * @throws UsageException if there is anything else on it
   */
  public static List<Path> jars(String classPath) {
    var jars = new ArrayList<Path>();
    for (var entry : classPath.split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        if (!entry.endsWith(".jar")) {
          throw new UsageException(
              "strait runs from '%s', expected jars alone: start the script strait"
                  .formatted(entry));
        }
        jars.add(Path.of(entry));
      }
    }
    jars.sort(Comparator.comparing(jar -> jar.getFileName().toString()));
    return jars;
  }

  /**
   * This Strait, with a Java.
   *
   * @throws UsageException if it does not run from jars
   */
  public static Bundle ofThis(String name, JavaRuntime java) {
    var jars = jars(System.getProperty("java.class.path"));
    return new Bundle(name, jars, examples(jars.getFirst()), java);
  }

  /** Beside the jars of a bundle, or of a source tree. */
  private static Path examples(Path jar) {
    for (@Nullable Path at = jar.toAbsolutePath().getParent(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("examples/three-continents"))) {
        return at.resolve("examples");
      }
    }
    throw new UsageException(
        "no folder 'examples' near %s, expected those that Strait comes with".formatted(jar));
  }

  /** Writes the archive, compressed. */
  public void write(OutputStream out) throws IOException, InterruptedException {
    var work = Files.createTempDirectory("strait-bundle");
    try {
      @Nullable Path runtime = java.make(work);
      try (var tar = new TarWriter(new Zipped(out))) {
        tar.add(name + "/bin/strait", script("strait"), true);
        tar.add(name + "/bin/make-caches", script("make-caches"), true);
        for (var example : EXAMPLES) {
          tar.add(name + "/examples/" + example, examples.resolve(example));
        }
        for (var jar : jars) {
          tar.add(name + "/lib/" + jar.getFileName(), jar);
        }
        if (runtime != null) {
          tar.add(name + "/runtime", runtime);
        }
      }
    } finally {
      delete(work);
    }
  }

  private static final class Zipped extends GZIPOutputStream {
    Zipped(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  private static byte[] script(String name) throws IOException {
    try (var in = Bundle.class.getResourceAsStream(name + ".sh")) {
      if (in == null) {
        throw new IOException("the script %s is missing".formatted(name));
      }
      return in.readAllBytes();
    }
  }

  static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
