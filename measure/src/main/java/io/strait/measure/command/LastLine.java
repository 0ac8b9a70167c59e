package io.strait.measure.command;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The last line of a file that has something in it. */
final class LastLine {
  private static final int MOST = 4096;

  private LastLine() {}

  static String of(Path path) throws IOException {
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      long length = file.length();
      var tail = new byte[(int) Math.min(length, MOST)];
      file.seek(length - tail.length);
      file.readFully(tail);
      return new String(tail, StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .reduce("", (_, line) -> line);
    }
  }
}
