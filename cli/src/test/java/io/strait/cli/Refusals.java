package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds command lines to the rule for wrong input and usage: exit code 2, nothing on standard
 * output, nothing written, and one line that says where it is, what is wrong and what was expected.
 */
final class Refusals {
  private Refusals() {}

  /**
   * Runs a command that must be refused.
   *
   * @param folder where nothing may change
   * @param place how the message begins, but for the folder of the file; empty if it names none
   * @param words parts of the message
   */
  static void refused(Path folder, String place, List<String> words, String... line)
      throws IOException {
    var before = listing(folder);
    var run = CommandLineRun.of(line);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.WRONG);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("\tat ").doesNotContain("Exception").contains(words);
    assertThat(run.err()).hasLineCount(1).matches("(?s)[^ ]*\\Q" + place + "\\E.*");
    assertThat(listing(folder)).isEqualTo(before);
  }

  /** Every file below a folder with its size and time. */
  private static Map<String, String> listing(Path folder) throws IOException {
    var listing = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.toList()) {
        listing.put(
            file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis());
      }
    }
    return listing;
  }
}
