package io.strait.launch.bundle;

import io.strait.model.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the Java of a bundle comes from. */
public sealed interface JavaRuntime {
  /** Modules of Java that Strait and its libraries use. */
  String MODULES =
      "java.base,java.compiler,java.desktop,java.logging,java.management,java.naming,java.net.http,"
          + "java.sql,jdk.httpserver,jdk.incubator.vector,jdk.jfr,jdk.management,jdk.unsupported";

  /**
   * Makes the folder that goes into a bundle.
   *
   * @param work a folder that is deleted afterwards
   * @return null if none does
   */
  @Nullable Path make(Path work) throws IOException, InterruptedException;

  /** None: the machine has its own Java of the same version. */
  record Own() implements JavaRuntime {
    @Override
    public @Nullable Path make(Path work) {
      return null;
    }
  }

  /** The modules that Strait needs, of a JDK of this machine. */
  record Linked(Path jdk) implements JavaRuntime {
    @Override
    public Path make(Path work) throws IOException, InterruptedException {
      return link(jdk, List.of(), work);
    }
  }

  /**
   * A JDK of another machine.
   *
   * @param jdk its folder or its archive. With modules, those that Strait needs are linked;
   *     without, it is taken as it is.
   * @param machine as {@code uname -sm} says it, in lower case
   */
  record Foreign(Path jdk, String machine) implements JavaRuntime {
    private static final Pattern FIGURE = Pattern.compile("(?m)^([A-Z_]+)=\"(.*)\"$");

    /** What a running JDK does not need. */
    private static final List<String> SPARE = List.of("src.zip", "jmods", "include", "man", "demo");

    /**
     * Reads what a JDK is for.
     *
     * @throws UsageException if it is none of this version
     */
    public static Foreign of(Path jdk) throws IOException, InterruptedException {
      var work = Files.createTempDirectory("strait-jdk");
      try {
        var text = Files.readString(home(jdk, work, "release").resolve("release"));
        String version = "";
        String system = "";
        String processor = "";
        var found = FIGURE.matcher(text);
        while (found.find()) {
          switch (found.group(1)) {
            case "JAVA_VERSION" -> version = found.group(2);
            case "OS_NAME" -> system = found.group(2);
            case "OS_ARCH" -> processor = found.group(2);
            default -> {}
          }
        }
        int feature = Runtime.version().feature();
        if (!version.split("[.]", -1)[0].equals(Integer.toString(feature))) {
          throw new UsageException(
              "%s is Java '%s', expected Java %d".formatted(jdk, version, feature));
        }
        return new Foreign(jdk, (system + " " + processor).toLowerCase(Locale.ROOT));
      } finally {
        Bundle.delete(work);
      }
    }

    /** The folder of a JDK, unpacked, that holds a file or folder. */
    private static Path home(Path jdk, Path work, String holds)
        throws IOException, InterruptedException {
      var top = jdk;
      if (!Files.isDirectory(jdk)) {
        top = Files.createDirectories(work.resolve("jdk"));
        run(List.of("tar", "xf", jdk.toAbsolutePath().toString(), "-C", top.toString()), work);
      }
      Predicate<Path> isHome = each -> Files.exists(each.resolve(holds));
      try (var all = Files.walk(top, 4)) {
        return all.filter(isHome)
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "%s has no %s, expected a JDK or its archive".formatted(jdk, holds)));
      }
    }

    @Override
    public Path make(Path work) throws IOException, InterruptedException {
      var home = home(jdk, work, "release");
      if (Files.isDirectory(home.resolve("jmods"))) {
        return link(
            Path.of(System.getProperty("java.home")),
            List.of("--module-path", home.resolve("jmods").toString()),
            work);
      }
      var runtime = Files.createDirectory(work.resolve("runtime"));
      try (var all = Files.list(home)) {
        for (var each : all.sorted().toList()) {
          if (!SPARE.contains(each.getFileName().toString())) {
            run(List.of("cp", "-RL", each.toString(), runtime.toString()), work);
          }
        }
      }
      Files.deleteIfExists(runtime.resolve("lib/src.zip"));
      return runtime;
    }
  }

  private static Path link(Path jdk, List<String> more, Path work)
      throws IOException, InterruptedException {
    var jlink = jdk.resolve("bin/jlink");
    if (!Files.isExecutable(jlink)) {
      throw new UsageException(
          "%s has no bin/jlink, expected a JDK: name one with --jdk".formatted(jdk));
    }
    var runtime = work.resolve("runtime");
    var command = new ArrayList<>(List.of(jlink.toString()));
    command.addAll(more);
    command.addAll(
        List.of(
            "--add-modules",
            MODULES,
            "--no-man-pages",
            "--no-header-files",
            "--strip-java-debug-attributes",
            "--output",
            runtime.toString()));
    run(command, work);
    return runtime;
  }

  private static void run(List<String> command, Path work)
      throws IOException, InterruptedException {
    var said = work.resolve("said");
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      var lines = Files.readString(said, StandardCharsets.UTF_8).strip();
      throw new IOException("%s ended with %d: %s".formatted(command.getFirst(), code, lines));
    }
  }
}
