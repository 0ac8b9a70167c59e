package io.strait.packed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets the processes that tests start run from the jars of {@code dist/}, which {@code ./check}
 * builds before the tests, with the AOT cache that it makes of them ({@code dist/tests.aot}): they
 * need less than half of the time that they take from folders of classes. Test classes and what
 * else the tests have on their class path come after those jars. If a jar has other classes than
 * those that are tested, everything stays as it is.
 */
public final class PackedStrait implements LauncherSessionListener {
  private static final String CLASS_PATH = "java.class.path";
  private static final String CACHE = "dist/tests.aot";

  private static boolean isUsed;

  /** The cache for processes with the class path of this one; null if there is none. */
  public static @Nullable Path cache() {
    var cache = root().resolve(CACHE);
    return isUsed && Files.exists(cache) ? cache : null;
  }

  private static Path root() {
    return Path.of(System.getProperty("strait.root", "..")).toAbsolutePath().normalize();
  }

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    try {
      var jars = jars(root().resolve("dist/lib"));
      if (areTested(jars)) {
        System.setProperty(CLASS_PATH, classPath(jars));
        isUsed = true;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In the order in which a shell names them: a cache fits only the same class path. */
  private static List<Path> jars(Path lib) throws IOException {
    if (!Files.isDirectory(lib)) {
      return List.of();
    }
    try (var files = Files.list(lib)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static String classPath(List<Path> jars) {
    var entries = new LinkedHashMap<String, Path>();
    jars.forEach(jar -> entries.put(jar.getFileName().toString(), jar));
    for (var entry : System.getProperty(CLASS_PATH).split(File.pathSeparator)) {
      var path = Path.of(entry);
      // A logger of the tests would make processes say what they do not say to users.
      if (!path.endsWith("target/classes")
          && Files.exists(path)
          && !path.getFileName().toString().startsWith("slf4j")) {
        entries.putIfAbsent(Files.isDirectory(path) ? entry : path.getFileName().toString(), path);
      }
    }
    return String.join(File.pathSeparator, entries.values().stream().map(Path::toString).toList());
  }

  /** Whether the jars have the very classes of the modules. */
  private static boolean areTested(List<Path> jars) throws IOException {
    boolean some = false;
    for (var jar : jars) {
      var module = jar.getFileName().toString().replaceFirst("-[0-9].*", "");
      var classes = root().resolve(module).resolve("target/classes");
      if (Files.isDirectory(classes)) {
        if (!inJar(jar).equals(inFolder(classes))) {
          return false;
        }
        some = true;
      }
    }
    return some;
  }

  private static Map<String, Long> inJar(Path file) throws IOException {
    var sums = new TreeMap<String, Long>();
    try (var jar = new JarFile(file.toFile(), false)) {
      jar.stream()
          .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith("META-INF/"))
          .forEach(entry -> sums.put(entry.getName(), entry.getCrc()));
    }
    return sums;
  }

  private static Map<String, Long> inFolder(Path folder) throws IOException {
    var sums = new TreeMap<String, Long>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        sums.put(folder.relativize(file).toString(), sum.getValue());
      }
    }
    sums.keySet().removeIf(name -> name.startsWith("META-INF/"));
    return sums;
  }
}
