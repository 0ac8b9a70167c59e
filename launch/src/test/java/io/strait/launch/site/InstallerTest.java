package io.strait.launch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.launch.bundle.TarWriter;
import io.strait.model.Start;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive comes to a site once, whole, and after a cut from where it was. */
@Tag("real")
class InstallerTest {
  @TempDir Path folder;

  private Installer.Archive archive = new Installer.Archive(Path.of(""), "", "");
  private byte[] bytes = {};
  private long sent;

  @BeforeEach
  void makeArchive() throws Exception {
    makeArchive(false);
  }

  private void makeArchive(boolean hasRuntime) throws Exception {
    var all = new ByteArrayOutputStream();
    try (var tar = new TarWriter(new GZIPOutputStream(all))) {
      tar.add("top/bin/strait", "#!/bin/sh\necho started\n".getBytes(StandardCharsets.UTF_8), true);
      tar.add("top/lib/some", new byte[100_000], false);
      if (hasRuntime) {
        tar.add("top/runtime/bin/java", new byte[0], true);
        tar.add(
            "top/bin/make-caches",
            "mkdir -p cache && echo made >> cache/made && touch cache/tried\n"
                .getBytes(StandardCharsets.UTF_8),
            true);
      }
    }
    bytes = all.toByteArray();
    var sum = MessageDigest.getInstance("SHA-256").digest(bytes);
    var file = Files.write(folder.resolve("archive"), bytes);
    archive = new Installer.Archive(file, "top", HexFormat.of().formatHex(sum));
  }

  private String install() throws Exception {
    var site = new RemoteSite("here", new Start("", null, folder + "/site"), "h", folder);
    site.open();
    return new Installer(site).install((machine, hasJava) -> archive, (done, all) -> sent = done);
  }

  @Test
  void installedOnce() throws Exception {
    var home = install();
    assertThat(sent).isEqualTo(bytes.length);
    assertThat(Path.of(home, "bin/strait")).isExecutable();
    sent = -1;
    assertThat(install()).isEqualTo(home);
    assertThat(sent).isEqualTo(-1);
    assertThat(Path.of(home + ".part")).doesNotExist();
  }

  /**
   * Caches are made once, in the background, also by the next who comes if that came to nothing.
   */
  @Test
  void cachesAreMade() throws Exception {
    makeArchive(true);
    var made = Path.of(install(), "cache/made");
    var tried = made.resolveSibling("tried");
    await(tried);
    install();
    assertThat(made).hasContent("made");
    Files.delete(tried);
    install();
    await(tried);
    install();
    assertThat(made).hasContent("made\nmade");
  }

  private static void await(Path file) throws Exception {
    while (!Files.exists(file)) {
      Thread.sleep(5);
    }
  }

  @Test
  void goesOnAfterACut() throws Exception {
    var bundles = Files.createDirectories(folder.resolve("site/bundles"));
    int half = bytes.length / 2;
    Files.write(bundles.resolve(archive.sha256() + ".part"), java.util.Arrays.copyOf(bytes, half));
    install();
    assertThat(bundles.resolve(archive.sha256()).resolve("bin/strait")).isExecutable();
  }

  @Test
  void whatIsWrongIsRemoved() throws Exception {
    var bundles = Files.createDirectories(folder.resolve("site/bundles"));
    var part = bundles.resolve(archive.sha256() + ".part");
    Files.write(part, new byte[10]);
    assertThatThrownBy(this::install).hasMessageContaining("another checksum");
    assertThat(part).doesNotExist();
    install();
    assertThat(bundles.resolve(archive.sha256())).isDirectory();
  }
}
