package io.strait.model.text;

import java.io.Reader;

/**
 * Reads a text in pieces that never end inside a surrogate pair. The YAML parser (snakeyaml-engine
 * 3.0.1) fails on a full buffer that ends with the first half of one.
 */
final class WholeCharacters extends Reader {
  private final String text;
  private int at;

  WholeCharacters(String text) {
    this.text = text;
  }

  @Override
  public int read(char[] buffer, int offset, int length) {
    int count = Math.min(length, text.length() - at);
    if (count > 1 && Character.isHighSurrogate(text.charAt(at + count - 1))) {
      count--;
    }
    if (count == 0) {
      return length == 0 ? 0 : -1;
    }
    text.getChars(at, at + count, buffer, offset);
    at += count;
    return count;
  }

  @Override
  public void close() {}
}
