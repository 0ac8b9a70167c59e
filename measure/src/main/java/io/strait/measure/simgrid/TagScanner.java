package io.strait.measure.simgrid;

/**
 * Finds the tags of an XML text one after the other. The JDK's reader parses the content of a tag,
 * but its offsets are wrong when the file declares an encoding. The text up to the tag must have
 * been read without an error.
 */
final class TagScanner {
  private final String text;
  private int start;
  private int end;

  TagScanner(String text) {
    this.text = text;
  }

  /** Where the tag starts. */
  int start() {
    return start;
  }

  /** Where the text after the tag starts. */
  int end() {
    return end;
  }

  /** Moves on to the next tag that starts an element, or to the DOCTYPE. */
  void next() {
    while (true) {
      start = text.indexOf('<', end);
      if (start < 0) {
        throw new IllegalStateException("no tag after " + end);
      }
      if (text.startsWith("<!--", start)) {
        end = after("-->", start + 4);
      } else if (text.startsWith("<![CDATA[", start)) {
        end = after("]]>", start);
      } else if (text.startsWith("<?", start)) {
        end = after("?>", start);
      } else if (text.startsWith("</", start)) {
        end = after(">", start);
      } else {
        end = afterTag();
        return;
      }
    }
  }

  private int after(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  private int afterTag() {
    char quote = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return i + 1;
      }
    }
    return text.length();
  }
}
