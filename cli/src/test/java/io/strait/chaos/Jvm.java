package io.strait.chaos;

import io.strait.cli.Main;
import io.strait.packed.PackedStrait;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * How a process of Strait is started here: with the class path of the tests, a small heap, and an
 * AOT cache, which takes only jars; folders of classes are packed for it. Without the cache a
 * process takes several times as long to start, and nothing else here costs as much.
 */
final class Jvm {
  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx128m",
          "-Xlog:disable",
          "--enable-native-access=ALL-UNNAMED");

  private final String classPath;
  private final List<String> cache;

  /** Packs, and trains the cache, unless both are there. */
  Jvm(Site site) throws IOException, InterruptedException {
    @Nullable Path packed = PackedStrait.cache();
    if (packed == null) {
      classPath = pack(site.folder().resolve("lib"));
      cache = train(site);
    } else {
      classPath = System.getProperty("java.class.path");
      cache = List.of("-XX:AOTCache=" + packed);
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A command line of Strait as one of Java. */
  List<String> command(List<String> arguments) {
    return command(cache, Main.class, arguments);
  }

  private List<String> command(List<String> options, Class<?> main, List<String> arguments) {
    var command = new ArrayList<>(List.of(java()));
    command.addAll(OPTIONS);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(arguments);
    return command;
  }

  /** The class path in jars, and as it is for users: gRPC would look for a logger of the tests. */
  private static String pack(Path lib) throws IOException {
    Files.createDirectories(lib);
    var entries = new ArrayList<String>();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      var path = Path.of(entry);
      if (Files.isDirectory(path)) {
        var jar = lib.resolve(entries.size() + ".jar");
        jar(path, jar);
        entries.add(jar.toString());
      } else if (Files.exists(path) && !path.toString().contains("slf4j")) {
        entries.add(entry);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void jar(Path folder, Path jar) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(folder)) {
      out.setLevel(0);
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  private List<String> train(Site site) throws IOException, InterruptedException {
    var file = site.folder().resolve("strait.aot");
    Files.deleteIfExists(file);
    var training = site.folder().resolve("training");
    var process =
        new ProcessBuilder(
                command(
                    List.of("-XX:AOTCacheOutput=" + file),
                    Training.class,
                    List.of(site.folder().toString(), training.toString())))
            .redirectErrorStream(true)
            .redirectOutput(site.folder().resolve("training.log").toFile())
            .start();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS) || !Files.exists(file)) {
        return List.of(); // it goes without, only slower
      }
    } finally {
      process.destroyForcibly();
    }
    return List.of("-XX:AOTCache=" + file);
  }
}
