package io.strait.measure.output;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a tool has printed.
 *
 * @param source where it comes from, for messages
 */
public record ToolOutput(String source, String text) {
  /** Larger outputs are not read. */
  public static final int LARGEST = 64 << 20;

  /** The name that stands for standard input. */
  private static final Path STANDARD_INPUT = Path.of("-");

  /**
   * Reads a file, or standard input where it is called {@code -}. Bytes that are not UTF-8 do not
   * matter: what counts is written in ASCII.
   *
   * @param expected what it should be, for messages
   */
  public static ToolOutput read(Path file, String expected) {
    boolean isInput = file.equals(STANDARD_INPUT);
    var nothing = new ToolOutput(isInput ? "standard input" : file.toString(), "");
    try {
      if (isInput) {
        var bytes = System.in.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
          throw nothing.error(1, "more than %d bytes, expected at most as many".formatted(LARGEST));
        }
        return new ToolOutput(nothing.source(), new String(bytes, StandardCharsets.UTF_8));
      }
      if (!Files.exists(file)) {
        throw nothing.error(1, "no such file, expected " + expected);
      }
      if (!Files.isRegularFile(file)) {
        throw nothing.error(1, "not a file, expected " + expected);
      }
      if (Files.size(file) > LARGEST) {
        throw nothing.error(
            1, "the file has %d bytes, expected at most %d".formatted(Files.size(file), LARGEST));
      }
      return new ToolOutput(
          file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw nothing.error(
          1, "cannot be read (%s), expected %s".formatted(e.getMessage(), expected));
    }
  }

  /** An error at the start of a line. */
  public InputException error(int line, String message) {
    return new InputException("%s:%d:1: %s".formatted(source, line, message));
  }
}
