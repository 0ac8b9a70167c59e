package io.strait.launch.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.launch.site.BundleCache;
import io.strait.model.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavaRuntimeTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir Path folder;

  private String run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }

  @Test
  void anArchiveOfAJdkBecomesARuntime() throws Exception {
    var archive = folder.resolve("jdk.tar");
    run("tar", "chf", "" + archive, "--exclude=src.zip", "-C", "" + JDK.getParent(), name(JDK));
    var foreign = JavaRuntime.Foreign.of(archive);
    assertThat(foreign.machine()).isEqualTo(BundleCache.here());
    var runtime = foreign.make(Files.createDirectory(folder.resolve("work")));
    assertThat(run(runtime.resolve("bin/java").toString(), "-version")).contains("25");
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  @Test
  void otherVersionsAreRefused() throws Exception {
    Files.writeString(
        folder.resolve("release"),
        "JAVA_VERSION=\"17.0.2\"\nOS_NAME=\"Linux\"\nOS_ARCH=\"aarch64\"\n");
    assertThatThrownBy(() -> JavaRuntime.Foreign.of(folder))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is Java '17.0.2', expected Java 25");
    Files.delete(folder.resolve("release"));
    assertThatThrownBy(() -> JavaRuntime.Foreign.of(folder))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no release, expected a JDK or its archive");
  }

  /** A bundle without a Java starts the one that is there. */
  @Test
  void aBundleWithoutJavaFindsOne() throws Exception {
    var jar = Files.writeString(folder.resolve("some.jar"), "");
    var examples = folder.resolve("examples");
    for (var example : List.of("imported-platform", "three-continents")) {
      Files.createDirectories(examples.resolve(example));
    }
    var archive = folder.resolve("bundle.tar.gz");
    try (var out = Files.newOutputStream(archive)) {
      new Bundle("top", List.of(jar), examples, new JavaRuntime.Own()).write(out);
    }
    run("tar", "xzf", "" + archive, "-C", "" + folder);
    assertThat(folder.resolve("top/runtime")).doesNotExist();
    assertThat(run("env", "JAVA_HOME=" + JDK, folder.resolve("top/bin/strait").toString()))
        .contains("io.strait.cli.Main");
    assertThat(folder.resolve("top/lib/some.jar")).exists();
  }
}
