package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What lets commands start fast: jars and caches that {@code tools/build} has made. */
@Tag("real")
class StartTest {
  private static final Path ROOT = CommandLineRun.root();
  private static final Path LIB = ROOT.resolve("dist/lib");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path folder;

  @BeforeEach
  void isBuilt() {
    assumeTrue(Files.exists(ROOT.resolve("dist/built")), "strait is not built: run ./check");
  }

  private static List<Path> jars() throws IOException {
    try (var all = Files.list(LIB)) {
      return all.sorted().toList();
    }
  }

  private String run(String zone, List<String> command) throws IOException, InterruptedException {
    var said = folder.resolve("said").toFile();
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said);
    builder.environment().put("TZ", zone);
    var process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    var text = Files.readString(said.toPath());
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  /** With options as the launcher gives them; a cache that does not fit would end it. */
  @ParameterizedTest
  @CsvSource({"plan, plan --help", "plan, cert init ca", "run, worker --help"})
  void noLibraryIsLoadedFromOutsideOfTheCache(String kind, String line) throws Exception {
    var command = new ArrayList<>(List.of(JAVA, "-XX:AOTMode=on"));
    command.add("-XX:AOTCache=" + ROOT.resolve("dist").resolve(kind + ".aot"));
    if (kind.equals("run")) {
      command.add("-XX:+UnlockExperimentalVMOptions");
      command.add("-XX:+EnableVectorSupport");
      command.add("--add-exports=java.base/jdk.internal.module=ALL-UNNAMED");
    }
    var loaded = folder.resolve("loaded");
    command.addAll(
        List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-Xlog:disable"));
    command.add("-Xlog:class+load:file=" + loaded);
    // As the build writes it, with a separator in the end.
    var classPath = jars().stream().map(jar -> jar + File.pathSeparator);
    command.addAll(List.of("-cp", classPath.collect(Collectors.joining()), Main.class.getName()));
    command.addAll(List.of(line.split(" ")));
    run("UTC", command);
    var lines = Files.readAllLines(loaded);
    assertThat(lines)
        .anyMatch(each -> each.contains("] picocli.CommandLine source: shared objects file"));
    assertThat(lines.stream().filter(each -> each.contains("source: file:")))
        .noneMatch(each -> each.contains("] picocli.") || each.contains("] org.bouncycastle."));
  }

  @Test
  void cachesTakeEveryJar() throws IOException {
    assertThat(jars()).anyMatch(jar -> jar.toString().contains("picocli"));
    for (var path : jars()) {
      try (var jar = new JarFile(path.toFile())) {
        for (var entry : jar.stream().toList()) {
          var name = entry.getName();
          assertThat(name).as(path.toString()).doesNotMatch("META-INF/[^/]*[.](SF|RSA|DSA|EC)");
          if (name.endsWith(".class")) {
            var head = jar.getInputStream(entry).readNBytes(8);
            assertThat((head[6] & 0xff) << 8 | head[7] & 0xff)
                .as("version of %s in %s", name, path)
                .isGreaterThanOrEqualTo(50);
          }
        }
      }
    }
  }

  /** A jar as Maven has it. */
  private static Path original(Class<?> inside) throws URISyntaxException {
    return Path.of(inside.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Bundles have these jars, and the same Strait gives the same bundle. */
  @Test
  void aJarIsChangedToTheSameBytesEverywhere() throws Exception {
    var change = new ArrayList<>(List.of(JAVA));
    change.add(ROOT.resolve("tools/CacheableJars.java").toString());
    var jars = new ArrayList<Path>();
    for (var inside : List.of(CommandLine.class, JcaPEMWriter.class)) {
      var original = original(inside);
      jars.add(Files.copy(original, folder.resolve(original.getFileName())));
    }
    jars.forEach(jar -> change.add(jar.toString()));
    run("Asia/Tokyo", change);
    for (var jar : jars) {
      assertThat(jar).hasSameBinaryContentAs(LIB.resolve(jar.getFileName()));
      try (var changed = new JarFile(jar.toFile())) {
        assertThat(changed.getManifest().getMainAttributes().getValue("Changed-By-Strait"))
            .isNotNull();
      }
    }
  }
}
