package io.strait.launch.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives, read back by the machine's own tar. */
class TarWriterTest {
  @TempDir private Path folder;

  private byte[] packed(Path of) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarWriter(bytes)) {
      tar.add("top", of);
      tar.add("top/more", new byte[] {'#', '!'}, true);
    }
    return bytes.toByteArray();
  }

  private Path files(String name) throws IOException {
    var root = Files.createDirectories(folder.resolve(name));
    var deep = Files.createDirectories(root.resolve("a".repeat(60) + "/" + "b".repeat(60)));
    Files.writeString(deep.resolve("leaf"), "x".repeat(513));
    Files.writeString(root.resolve("empty"), "");
    var run = Files.writeString(root.resolve("run"), "#!/bin/sh\necho ran\n");
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("run"));
    return root;
  }

  @Test
  void tarReadsIt() throws Exception {
    var root = files("one");
    var archive = Files.write(folder.resolve("one.tar"), packed(root));
    var out = Files.createDirectories(folder.resolve("out"));
    var tar =
        new ProcessBuilder("tar", "xf", archive.toString(), "-C", out.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
    assertThat(tar.waitFor()).isZero();
    var diff =
        new ProcessBuilder("diff", "-r", root.toString(), out.resolve("top").toString()).start();
    assertThat(new String(diff.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("Only in %s: more\n".formatted(out.resolve("top")));
    var run = new ProcessBuilder(out.resolve("top/link").toString()).start();
    assertThat(new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("ran\n");
  }

  @Test
  void timesAndOwnersDoNotShow() throws IOException {
    var one = files("one");
    var other = files("other");
    Files.setLastModifiedTime(other.resolve("run"), FileTime.fromMillis(1));
    assertThat(packed(one)).isEqualTo(packed(other));
  }

  @Test
  void aNameThatIsTooLong() throws IOException {
    var root = Files.createDirectories(folder.resolve("deep"));
    Files.writeString(root.resolve("n".repeat(120)), "");
    assertThatThrownBy(() -> packed(root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("longer name than tar allows");
  }
}
