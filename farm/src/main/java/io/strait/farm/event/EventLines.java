package io.strait.farm.event;

import io.strait.model.text.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The lines of {@code events.tsv}, one after the other: only the present one is in memory. A last
 * line without its end is not there, until it has one: at the end of a file that grows, {@link
 * #next} may be asked again.
 */
public final class EventLines implements Closeable {
  private static final int LONGEST = 1 << 16;

  /** Characters of a field in a message. */
  private static final int SHOWN = 40;

  /** Three thousand years: sums of times stay far from the largest number. */
  public static final long LATEST = 100_000_000_000_000L;

  private final String source;
  private final InputStream in;
  private final byte[] buffer = new byte[4 * LONGEST];
  private final long limit;
  private final long zero;
  private int filled;
  private int start;
  private int end;
  private int next;
  private long before;
  private long line;
  private final int[] from = new int[8];
  private final int[] to = new int[8];
  private int fields;

  /**
   * @param limit bytes to read at most: what was appended since does not count
   * @param zero the time that counts as the first; what was before it counts as then
   */
  public EventLines(Path file, long limit, long zero) throws IOException {
    this.source = file.toString();
    this.limit = limit;
    this.zero = zero;
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          "%s:1: no such file, expected the events of a run (docs/run-folder.md)".formatted(file));
    }
    in = Files.newInputStream(file);
  }

  /** Goes to the next line; false at the end. */
  public boolean next() throws IOException {
    start = next;
    int at = start;
    while (true) {
      while (at < filled && buffer[at] != '\n') {
        at++;
      }
      if (at < filled) {
        break;
      }
      if (at - start > LONGEST) {
        line++;
        throw error("is longer than %d bytes, expected lines as of events".formatted(LONGEST));
      }
      System.arraycopy(buffer, start, buffer, 0, filled - start);
      before += start;
      at -= start;
      filled -= start;
      start = 0;
      int room = (int) Math.min(buffer.length - filled, limit - before - filled);
      int count = room <= 0 ? -1 : in.read(buffer, filled, room);
      if (count < 0) {
        next = 0;
        return false;
      }
      filled += count;
    }
    end = at;
    next = at + 1;
    line++;
    split();
    return true;
  }

  /** Bytes of all lines that were read. */
  public long position() {
    return before + next;
  }

  public long line() {
    return line;
  }

  private void split() {
    fields = 0;
    int at = start;
    while (fields < from.length) {
      from[fields] = at;
      while (at < end && buffer[at] != '\t') {
        at++;
      }
      to[fields++] = at;
      if (at++ >= end) {
        return;
      }
    }
  }

  /** The letter that says what the line means; 0 where the first field is none. */
  public char kind() {
    return to[0] - from[0] == 1 ? (char) buffer[from[0]] : 0;
  }

  /** Refuses a line that has fewer fields. */
  public void need(int count, String shape) {
    if (fields < count) {
      throw error("has %d fields, expected %s".formatted(fields, shape));
    }
  }

  public long time(int field) {
    return Math.max(0, whole(field, "time", LATEST) - zero);
  }

  public long whole(int field, String what, long most) {
    long value = 0;
    int at = from[field];
    boolean good = at < to[field] && to[field] - at <= 18;
    for (; good && at < to[field]; at++) {
      int digit = buffer[at] - '0';
      good = digit >= 0 && digit <= 9;
      value = 10 * value + digit;
    }
    if (!good || value > most) {
      throw error(
          "%s is '%s', expected a whole number from 0 to %d".formatted(what, shown(field), most));
    }
    return value;
  }

  /** A field as text; what is not UTF-8 shows as such. */
  public String text(int field) {
    return new String(buffer, from[field], to[field] - from[field], StandardCharsets.UTF_8);
  }

  /** From a field to the end of the line. */
  public String rest(int field) {
    return field >= fields
        ? ""
        : new String(buffer, from[field], end - from[field], StandardCharsets.UTF_8);
  }

  public boolean is(int field, String word) {
    int length = to[field] - from[field];
    if (length != word.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[from[field] + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A field for a message, in which nothing may disturb a terminal. */
  public String shown(int field) {
    var text = text(field).replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "\ufffd");
    int most = text.offsetByCodePoints(0, Math.min(SHOWN, text.codePointCount(0, text.length())));
    return most == text.length() ? text : text.substring(0, most) + "…";
  }

  public InputException error(String message) {
    return new InputException("%s:%d: %s".formatted(source, Math.max(1, line), message));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
