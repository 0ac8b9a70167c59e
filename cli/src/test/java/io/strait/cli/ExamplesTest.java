package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of every example prints what its folder says, and so do the commands that the
 * README quotes.
 */
@Tag("real")
class ExamplesTest {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** What a slow machine shows of long work. */
  private static final Pattern PROGRESS =
      Pattern.compile("\\d+ of \\d+ values, about [^\\n]* left *\\n?");

  /** What differs from run to run; tools/expect does the same. */
  private static final Pattern TIMES = Pattern.compile(" in [0-9.]+ s \\([0-9.e+]+/s\\)");

  @TempDir private Path temporary;

  @TestFactory
  List<DynamicTest> examplesPrintWhatTheyExpect() throws IOException {
    var tests = new ArrayList<DynamicTest>();
    try (var folders = Files.list(CommandLineRun.root().resolve("examples"))) {
      for (var folder : folders.filter(Files::isDirectory).sorted().toList()) {
        var lines = Files.readAllLines(folder.resolve("commands.txt"));
        assertThat(lines).as("commands of %s", folder).isNotEmpty();
        for (int i = 0; i < lines.size(); i++) {
          var line = lines.get(i);
          var expected = folder.resolve("expected-%d.txt".formatted(i + 1));
          tests.add(
              DynamicTest.dynamicTest(
                  line,
                  () -> {
                    assumeTrue(!line.contains("-python --q") || has("python3"), "no python3");
                    assumeTrue(!line.contains("povray --q") || has("povray"), "no povray");
                    compile(folder);
                    assertThat(run(line)).isEqualTo(Files.readString(expected));
                  }));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(10);
    return tests;
  }

  @Test
  void theReadmeQuotesRealOutput() throws IOException {
    var readme = Files.readString(CommandLineRun.root().resolve("README.md"));
    var quoted = Pattern.compile("```\\n\\$ \\./(strait plan [^\\n]*)\\n(.*?)```", Pattern.DOTALL);
    var matcher = quoted.matcher(readme);
    int count = 0;
    while (matcher.find()) {
      assertThat(run(matcher.group(1))).startsWith(matcher.group(2).stripTrailing());
      count++;
    }
    assertThat(count).isPositive();
  }

  /** Runs a line as it stands in a commands file, from the root of the project. */
  private String run(String line) {
    var words = new ArrayList<String>();
    var matcher = WORD.matcher(line);
    while (matcher.find()) {
      words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
    assertThat(words.removeFirst()).isEqualTo("strait");
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).startsWith("examples/")) {
        words.set(i, CommandLineRun.root().resolve(Path.of(words.get(i))).toString());
      } else if (words.get(i).startsWith("runs/")) {
        words.set(i, temporary + "/" + words.get(i));
      }
    }
    var result = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(PROGRESS.matcher(result.err()).replaceAll("")).isEmpty();
    assertThat(result.exitCode()).isZero();
    return program(stencil(TIMES.matcher(result.out()).replaceAll(" in some time")))
        .replace(temporary + "/", "");
  }

  /** The same for the run of a stencil, whose ranks are as many as this machine has cores. */
  private static String stencil(String text) {
    return text.contains(" iterations in ")
        ? text.replaceAll("[0-9.]+ (ns|us|ms|s)\\b", "some time")
            .replaceAll("[0-9]+ %", "some %")
            .replaceAll("[0-9.]+ [kMG]?B\\b", "some bytes")
            .replaceAll(" {2,}", "  ")
        : text;
  }

  /** And for the run of a program, which is as fast as this machine. */
  private static String program(String text) {
    return text.contains("/s without emulation")
        ? text.replaceAll("[0-9.]+ (ns|us|ms|s)\\b", "some time")
            .replaceAll(" [0-9.]+ ", " some ")
            .replaceAll(" {2,}", "  ")
        : text;
  }

  /** An example's own classes go where its commands look for them. */
  private void compile(Path folder) throws IOException {
    var classes = temporary.resolve("runs").resolve(folder.getFileName() + "-classes");
    try (var sources = Files.newDirectoryStream(folder, "*.java")) {
      for (var source : sources) {
        int code =
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString());
        assertThat(code).isZero();
      }
    }
  }

  private static boolean has(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
