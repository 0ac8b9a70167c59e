package io.strait.launch.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that makes caches, with a Java that the test plays. */
@Tag("real")
class MakeCachesTest {
  @TempDir Path folder;

  private Path script = Path.of("");

  @BeforeEach
  void unpack() throws IOException {
    script = executable("bin/make-caches", "");
    try (var in = Bundle.class.getResourceAsStream("make-caches.sh")) {
      assertThat(in).isNotNull();
      Files.write(script, in.readAllBytes());
    }
    Files.createDirectories(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib/some.jar"));
  }

  private Path executable(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** A Java that writes what it is told to, and starts from it if it is whole. */
  private void java(String whenMaking) throws IOException {
    executable(
        "runtime/bin/java",
        """
        #!/bin/sh
        echo "$1" >> %s/calls
        file=${1#*=}
        case $1 in
          -XX:AOTCacheOutput=*) printf half > "$file"; %s; printf whole > "$file" ;;
          *) grep -q whole "$file" ;;
        esac
        """
            .formatted(folder, whenMaking));
  }

  private Process start() throws IOException {
    return new ProcessBuilder("sh", script.toString()).start();
  }

  private boolean isThere(String name) {
    return Files.exists(folder.resolve("cache").resolve(name));
  }

  @Test
  void oneOfTwoMakesThem() throws Exception {
    java("sleep 0.3");
    var one = start();
    var other = start();
    assertThat(one.waitFor() + other.waitFor()).isZero();
    assertThat(folder.resolve("cache/run.aot")).hasContent("whole");
    assertThat(folder.resolve("cache/plan.aot")).hasContent("whole");
    assertThat(Files.readAllLines(folder.resolve("calls"))).hasSize(4);
    assertThat(isThere("tried")).isTrue();
    assertThat(isThere("making")).isFalse();
  }

  /** A maker that is killed leaves nothing that anybody would start from, and another follows. */
  @Test
  void killed() throws Exception {
    java("touch %s/begun; sleep 100".formatted(folder));
    var maker = start();
    while (!Files.exists(folder.resolve("begun"))) {
      Thread.sleep(5);
    }
    // The maker first: it would tidy up if it saw a process of its own end.
    var children = maker.descendants().toList();
    maker.destroyForcibly().waitFor();
    children.forEach(ProcessHandle::destroyForcibly);
    assertThat(isThere("run.aot")).isFalse();
    assertThat(isThere("tried")).isFalse();
    java(":");
    assertThat(start().waitFor()).isZero();
    assertThat(isThere("run.aot")).as("it may be at work elsewhere").isFalse();
    var making = folder.resolve("cache/making");
    Files.setLastModifiedTime(making, FileTime.from(Instant.now().minus(Duration.ofMinutes(40))));
    assertThat(start().waitFor()).isZero();
    assertThat(folder.resolve("cache/run.aot")).hasContent("whole");
  }

  /** A cache that was cut off by a full disk is none, and is not tried again. */
  @Test
  void notWhole() throws Exception {
    java("exit 0");
    assertThat(start().waitFor()).isNotZero();
    assertThat(isThere("run.aot")).isFalse();
    assertThat(isThere("making")).isFalse();
    assertThat(isThere("tried")).isTrue();
  }
}
