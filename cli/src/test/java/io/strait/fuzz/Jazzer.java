package io.strait.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs Jazzer as a program of its own, for it changes the classes it loads.
 *
 * @param folder holds the inputs that were of interest, the log and what was found
 */
record Jazzer(Path folder) {
  private static final Pattern RUNS = Pattern.compile("(?m)^#(\\d+)\\s+DONE");
  private static final Pattern FOUND = Pattern.compile("(crash|timeout|oom)-[0-9a-f]+");
  private static final int LONGEST_INPUT = 8192;
  private static final int SECONDS_PER_INPUT = 60;

  /**
   * How it went.
   *
   * @param runs how many inputs were read; zero where one was found
   * @param found inputs that are bugs
   */
  record Outcome(int exitCode, long runs, List<Path> found, String log) {

    /** The log without what Jazzer tells about itself. */
    String shortLog() {
      var lines = log.lines().filter(l -> !l.matches("(INFO|WARNING|#\\d+).*")).toList();
      return String.join("\n", lines.subList(0, Math.min(60, lines.size())));
    }
  }

  /** Looks for bugs in one target, from another random start each time. */
  Outcome look(FuzzTarget target, int seconds) throws IOException, InterruptedException {
    var inputs = new ArrayList<>(target.seeds());
    for (var file : target.kept()) {
      inputs.add(Files.readAllBytes(file));
    }
    return run(target.code(), inputs, target.words(), "-max_total_time=" + seconds);
  }

  /** Looks at all targets together, always with the same inputs as far as the time allows. */
  Outcome lookAtAll(int runs, int seconds) throws IOException, InterruptedException {
    var inputs = new ArrayList<byte[]>();
    var words = new LinkedHashSet<String>();
    for (var target : FuzzTarget.all()) {
      target.seeds().forEach(seed -> inputs.add(AllTargets.input(target, seed)));
      words.addAll(target.words());
    }
    return run(
        AllTargets.class, inputs, words, "-seed=1", "-runs=" + runs, "-max_total_time=" + seconds);
  }

  private Outcome run(Class<?> code, List<byte[]> inputs, Iterable<String> words, String... bounds)
      throws IOException, InterruptedException {
    var corpus = Files.createDirectories(folder.resolve("corpus"));
    for (int i = 0; i < inputs.size(); i++) {
      Files.write(corpus.resolve("seed-%03d".formatted(i)), inputs.get(i));
    }
    var dictionary = new ArrayList<String>();
    words.forEach(word -> dictionary.add(quoted(word)));
    var log = folder.resolve("log");
    var command = new ArrayList<>(java());
    command.addAll(
        List.of(
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + code.getName(),
            "--instrumentation_includes=io.strait.**",
            "--instrumentation_excludes=io.strait.fuzz.**",
            "--custom_hook_includes=io.strait.**",
            "--reproducer_path=" + folder,
            "-dict=" + Files.write(folder.resolve("words"), dictionary),
            "-artifact_prefix=" + folder + "/",
            "-max_len=" + LONGEST_INPUT,
            "-rss_limit_mb=0", // the heap has a limit; tables of the fuzzer may have huge pages
            "-timeout=" + SECONDS_PER_INPUT));
    command.addAll(List.of(bounds));
    command.add(corpus.toString());
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      int exitCode = process.waitFor();
      return outcome(exitCode, Files.readString(log, StandardCharsets.ISO_8859_1));
    } finally {
      process.destroyForcibly();
    }
  }

  private Outcome outcome(int exitCode, String log) throws IOException {
    var matcher = RUNS.matcher(log);
    long runs = matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    try (var files = Files.list(folder)) {
      var found =
          files.filter(f -> FOUND.matcher(f.getFileName().toString()).matches()).sorted().toList();
      return new Outcome(exitCode, runs, found, log);
    }
  }

  private List<String> java() {
    var classpath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+EnableDynamicAgentLoading",
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.io.tmpdir=" + folder,
        "-Dstrait.root=" + Samples.root(),
        "-cp",
        classpath);
  }

  /** A line of a dictionary of libFuzzer. */
  private static String quoted(String word) {
    var line = new StringBuilder("\"");
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b > ' ' && b < 127 && b != '"' && b != '\\';
      line.append(plain ? String.valueOf((char) b) : "\\x%02X".formatted(b));
    }
    return line.append('"').toString();
  }
}
