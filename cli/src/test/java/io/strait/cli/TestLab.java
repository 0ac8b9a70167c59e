package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.lab.host.Namespaces;
import io.strait.launch.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A lab that tests make, and all that is left of it on this machine. */
record TestLab(String name) {
  private static final Pattern FASTEST = Pattern.compile("min/avg/max/mdev = ([0-9.]+)/");

  /** Brings it up, in this process. */
  CommandLineRun up(Path grid, String... options) {
    var words = new ArrayList<>(List.of("lab", "up", grid.toString(), "--lab", name));
    words.addAll(List.of(options));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  /** A command of {@code strait lab} about it. */
  CommandLineRun order(String what, String... more) {
    var words = new ArrayList<>(List.of("lab", what, "--lab", name));
    words.addAll(List.of(more));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  void mustDo(String what, String... more) {
    var run = order(what, more);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  CommandLineRun down() {
    return CommandLineRun.of("lab", "down", name);
  }

  /** Starts a program inside a host. */
  Process start(String host, String... command) throws IOException {
    return new ProcessBuilder(new Namespaces(name).inside(host, List.of(command)))
        .redirectErrorStream(true)
        .start();
  }

  /** What a program inside a host prints. */
  String print(String host, String... command) throws IOException, InterruptedException {
    var process = start(host, command);
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return text;
  }

  /** The fastest of some round trips in milliseconds; infinite if none was answered. */
  double ping(String from, String to) throws IOException, InterruptedException {
    var text = print(from, "ping", "-q", "-n", "-c", "3", "-i", "0.05", "-W", "1", to);
    var found = FASTEST.matcher(text);
    return found.find() ? Double.parseDouble(found.group(1)) : Double.POSITIVE_INFINITY;
  }

  /** The command that runs a class of the tests. */
  static List<String> java(Class<?> main, String... args) {
    var command = new Launcher(main.getName(), null).leader();
    command.addAll(List.of(args));
    return command;
  }

  /** {@code strait} as a process of its own. */
  static Process strait(String... args) throws IOException {
    return new ProcessBuilder(java(Main.class, args)).redirectErrorStream(true).start();
  }

  /** Waits until something holds. */
  static void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(end);
      Thread.sleep(20);
    }
  }

  /** Something that may hold. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /** All that labs whose names begin so have on this machine. */
  static List<String> traces(String prefix) throws IOException {
    var found = new ArrayList<String>();
    list(found, "/run/netns", "lab:" + prefix);
    list(found, "/etc/netns", "lab:" + prefix);
    list(found, "/run/strait/labs", prefix);
    list(found, "/sys/fs/cgroup/cpu", "strait-lab." + prefix);
    list(found, "/sys/fs/cgroup", "strait-lab." + prefix);
    list(found, "/sys/class/net", "");
    try (var all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : all) {
        var command = commandLine(process);
        if (command.contains("relay") && command.contains(" " + prefix)) {
          found.add(command);
        }
      }
    }
    return found;
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  private static void list(List<String> found, String folder, String prefix) throws IOException {
    var path = Path.of(folder);
    if (Files.isDirectory(path)) {
      try (var all = Files.newDirectoryStream(path, prefix + "*")) {
        all.forEach(each -> found.add(each.toString()));
      }
    }
    found.sort(null);
  }
}
