package io.strait.measure.simgrid;

import io.strait.model.text.InputException;
import java.util.Arrays;

/** The text of a file, and where its lines start. Messages need both. */
final class XmlText {
  private final String source;
  private final String text;
  private final int[] lineStarts;

  /**
   * @param source the file's name as the user wrote it
   */
  XmlText(String source, String text) {
    this.source = source;
    this.text = text;
    var starts = new int[16];
    int lines = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      if (lines == starts.length) {
        starts = Arrays.copyOf(starts, 2 * lines);
      }
      starts[lines++] = i + 1;
    }
    this.lineStarts = Arrays.copyOf(starts, lines);
  }

  String source() {
    return source;
  }

  String text() {
    return text;
  }

  /** The line of the character at an offset, counted from 1. */
  int line(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  InputException error(int offset, String message) {
    int line = line(offset);
    return error(line, 1 + text.codePointCount(lineStarts[line - 1], offset), message);
  }

  InputException error(int line, int column, String message) {
    return new InputException("%s:%d:%d: %s".formatted(source, line, column, message));
  }
}
