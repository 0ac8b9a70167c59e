package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types the commands of the documentation. Every site is a folder; {@code scp} copies to it, and
 * the addresses are replaced by ports of this machine. Nothing else is changed.
 */
@Tag("real")
@Timeout(240)
class DocsTest {
  private static final Path ROOT = CommandLineRun.root();
  private static final Pattern TYPED = Pattern.compile("    (?:(home|spain|es1)\\$ +)?(\\S.*)");
  private static final Pattern STAYS = Pattern.compile("strait (run|gateway|worker) .*");

  private static final String GRID =
      """
      grid: docs
      home: home
      clusters:
        home: {hosts: [{name: desk, role: master}, {name: h1, speed: 1 Gflop/s}]}
        spain:
          lan: {bandwidth: 100 MB/s, latency: 0.1 ms}
          hosts: [{name: e, count: 2, cores: 2, speed: 1 Gflop/s}]
      links:
        - {between: [home, spain], bandwidth: 1 MB/s, latency: 20 ms}
      """;
  private static final String APP =
      """
      app: docs
      kind: farm
      tasks: 12
      output: 8 B
      work: 50 Mflop
      run: {command: "echo {id}"}
      """;

  /** A command, and where it is typed. */
  private record Typed(String site, String command) {}

  @TempDir Path folder;

  private final Map<String, Process> running = new LinkedHashMap<>();
  private int home;
  private int spain;

  @AfterEach
  void end() throws IOException {
    for (var process : running.values()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    for (var name : List.of("home", "spain")) {
      var lib = site(name).resolve("dist/lib");
      for (var link : Files.exists(lib) ? names(lib) : List.<String>of()) {
        Files.delete(lib.resolve(link));
      }
    }
  }

  /** The commands of a section, lines that go on joined. */
  private static List<Typed> commands(String file, String section) throws IOException {
    List<Typed> all = new ArrayList<>();
    boolean inside = false;
    String text = Files.readString(ROOT.resolve(file)).replaceAll("\\\\\\n\\s+", "");
    for (var line : text.lines().toList()) {
      inside = line.startsWith("## ") ? line.equals("## " + section) : inside;
      var typed = TYPED.matcher(line);
      if (inside && typed.matches()) {
        all.add(new Typed(typed.group(1) == null ? "home" : typed.group(1), typed.group(2)));
      }
    }
    return all;
  }

  /** A checkout that has been built, as far as it matters to those who start it. */
  private void checkout() throws IOException {
    var site = site("home");
    Files.copy(ROOT.resolve("strait"), site.resolve("strait"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectories(site.resolve("tools"));
    for (var tool : List.of("jdk", "need")) {
      Files.copy(
          ROOT.resolve("tools").resolve(tool),
          site.resolve("tools").resolve(tool),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    var lib = Files.createDirectories(site.resolve("dist/lib"));
    int number = 1000;
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Files.exists(Path.of(entry))) {
        Files.createSymbolicLink(lib.resolve(++number + ".jar"), Path.of(entry).toAbsolutePath());
      }
    }
    Files.createFile(site.resolve("dist/built"));
    Files.writeString(site.resolve("grid.yaml"), GRID);
    Files.writeString(site.resolve("app.yaml"), APP);
    var scp = site.resolve("scp");
    Files.writeString(
        scp,
        """
        #!/bin/bash
        # scp [-r] FILES SITE: copies to the folder of a site
        to=${!#}
        cp "${@:1:$#-1}" "%s/${to%%:}/"
        """
            .formatted(folder));
    assertThat(scp.toFile().setExecutable(true)).isTrue();
  }

  private Path site(String name) throws IOException {
    // The hosts of a cluster share their files.
    return Files.createDirectories(folder.resolve(name.equals("es1") ? "spain" : name));
  }

  private String here(Typed typed) {
    return typed
        .command
        .replace("home.example.org:7077", "localhost:" + home)
        .replace("gate.spain:7077", "localhost:" + spain)
        .replace("0.0.0.0:7077", "localhost:" + (typed.site.equals("home") ? home : spain))
        .replace("/var/tmp/spool", folder.resolve("spool").toString());
  }

  private Process type(Typed typed) throws IOException {
    var site = site(typed.site);
    var builder =
        new ProcessBuilder("bash", "-c", here(typed))
            .directory(site.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output(typed).toFile());
    builder.environment().merge("PATH", site + ":", (path, own) -> own + path);
    builder.environment().put("STRAIT_JAVA_HOME", System.getProperty("java.home"));
    // Processes that end soon are not to spend their time compiling.
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
    return builder.start();
  }

  private Path output(Typed typed) {
    return folder.resolve(typed.site + "-" + Integer.toHexString(typed.hashCode()) + ".txt");
  }

  private String await(Typed typed, Process process) throws Exception {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(typed.command).isTrue();
    var said = Files.readString(output(typed));
    assertThat(process.exitValue()).as("%s%n%s", typed.command, said).isZero();
    return said;
  }

  private static int port() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void runningAcrossSitesWorksAsWritten() throws Exception {
    home = port();
    spain = port();
    checkout();
    Map<Typed, Process> staying = new LinkedHashMap<>();
    var all = commands("docs/run.md", "Across sites");
    site("spain");
    for (var typed : all) {
      var process = type(typed);
      running.put(typed.command, process);
      if (STAYS.matcher(typed.command).matches()) {
        staying.put(typed, process);
      } else {
        await(typed, process);
      }
    }
    assertThat(staying).hasSize(3);
    var said = new StringBuilder();
    for (var each : staying.entrySet()) {
      said.append(await(each.getKey(), each.getValue()));
    }
    assertThat(said).contains("12 of 12 tasks done", "the run is over; 12 tasks computed");
    assertThat(names(site("spain").resolve("for-spain")))
        .containsExactly(
            "ca.pem",
            "es.key",
            "es.pem",
            "join.pub",
            "revoked.txt",
            "spain.key",
            "spain.pem",
            "token");
    var life = List.of("strait cert renew ca for-spain/spain.pem", "strait cert revoke ca spain");
    var docs = Files.readString(ROOT.resolve("docs/run.md"));
    for (var command : life) {
      assertThat(docs.replace("ca NAME`", "ca spain`")).contains("`" + command + "`");
      var typed = new Typed("home", command);
      await(typed, type(typed));
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
