package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A root file system with a shell, tar, gzip and the libraries of C, and nothing else.
 *
 * @param folder where it is
 */
record BareRoot(Path folder) {
  private static final List<String> TOOLS =
      List.of("sh", "tar", "gzip", "sed", "grep", "dirname", "readlink");

  private static final Pattern LIBRARY = Pattern.compile("(/[^ ]+[.]so[^ ]*)");

  void make() throws Exception {
    for (var name : List.of("bin", "proc", "dev", "tmp")) {
      Files.createDirectories(folder.resolve(name));
    }
    for (var tool : TOOLS) {
      var from = Path.of("/usr/bin", tool).toRealPath();
      Files.copy(from, folder.resolve("bin").resolve(tool));
      copyLibraries(from);
    }
    // What every Java needs of the system.
    copyLibraries(Path.of(System.getProperty("java.home"), "lib/server/libjvm.so"));
  }

  private void copyLibraries(Path of) throws Exception {
    var ldd = new ProcessBuilder("ldd", of.toString()).redirectErrorStream(true).start();
    var said = new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(ldd.waitFor()).as(said).isZero();
    var found = LIBRARY.matcher(said);
    while (found.find()) {
      var library = Path.of(found.group(1));
      var to = folder.resolve(library.toString().substring(1));
      if (!Files.exists(to)) {
        Files.createDirectories(to.getParent());
        Files.copy(library.toRealPath(), to);
      }
    }
  }

  /** A command inside, not started yet. */
  ProcessBuilder start(String script) throws IOException {
    var outside =
        "mount -t proc proc \"$1/proc\" && mount --bind /dev \"$1/dev\" && exec chroot \"$1\""
            + " /bin/sh -c \"$2\"";
    var command =
        new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", outside, "sh", "" + folder));
    command.add(script);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    return builder;
  }
}
