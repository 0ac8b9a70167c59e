package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.lab.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The two Slurm sites of {@code tools/sites}, brought up by tests. */
record TestSites(Path folder) {
  static final List<String> HOSTS =
      List.of("east-login", "east-n1", "east-n2", "west-login", "west-n1", "west-n2");

  /** Processes that end soon are not to spend their time compiling. */
  private static final String FAST = "-XX:TieredStopAtLevel=1";

  /** What is missing for them; null if nothing is. */
  static @Nullable String missing() {
    if (Needs.missing() != null) {
      return Needs.missing();
    }
    if (!Files.exists(CommandLineRun.root().resolve("dist/built"))) {
      return "strait is not built: run ./check";
    }
    for (var command : List.of("slurmctld", "slurmd", "sbatch", "munged", "sshd", "nft")) {
      if (!Files.exists(Path.of("/usr/sbin", command))
          && !Files.exists(Path.of("/usr/bin", command))) {
        return "no command " + command;
      }
    }
    return null;
  }

  private List<String> tool(String order, String... words) {
    var all =
        new ArrayList<>(
            List.of(CommandLineRun.root().resolve("tools/sites").toString(), order, "" + folder));
    all.addAll(List.of(words));
    return all;
  }

  void up() throws Exception {
    var up = new ProcessBuilder(tool("up", "20 ms", "60 MB/s"));
    up.environment().put("SITES_JAVA", FAST);
    var run = end(up);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  void down() throws Exception {
    end(new ProcessBuilder(tool("down")));
  }

  /** The processes inside that are not those of the sites themselves. */
  List<String> strangers() throws Exception {
    var found = new ArrayList<String>();
    for (var host : HOSTS) {
      var run = at(host, "ps", "-eo", "args=");
      run.out()
          .lines()
          .filter(line -> line.contains("strait") && !line.contains("node " + folder))
          // What makes Strait start fast is made once per version, and ends by itself.
          .filter(line -> !line.contains("make-caches") && !line.contains("/cache/making/"))
          // The process that writes such a file gets its options from Java, not as arguments.
          .filter(line -> !line.strip().endsWith("/runtime/bin/java"))
          .forEach(line -> found.add(host + ": " + line));
    }
    return found;
  }

  /** Runs a command on a host until it ends. */
  CommandLineRun at(String host, String... words) throws Exception {
    return end(start(host, words));
  }

  ProcessBuilder start(String host, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addFirst(host);
    return new ProcessBuilder(tool("at", all.toArray(String[]::new)));
  }

  /** Runs {@code strait} at home. */
  CommandLineRun strait(Path where, String... words) throws Exception {
    return end(begin(where, words));
  }

  /** {@code strait} at home, not started yet. */
  ProcessBuilder begin(Path where, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addFirst(CommandLineRun.root().resolve("strait").toString());
    var builder = start("laptop", all.toArray(String[]::new)).directory(where.toFile());
    // What it makes and leaves at home is there, and nowhere else.
    builder
        .environment()
        .put("JAVA_TOOL_OPTIONS", FAST + " -Djava.io.tmpdir=" + folder.resolve("tmp"));
    return builder;
  }

  static CommandLineRun end(ProcessBuilder builder) throws Exception {
    var out = Files.createTempFile("sites", ".out");
    var err = Files.createTempFile("sites", ".err");
    try {
      var process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      if (!process.waitFor(150, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError(builder.command() + " does not end: " + read(out) + read(err));
      }
      return new CommandLineRun(process.exitValue(), read(out), read(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
