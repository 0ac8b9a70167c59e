package io.strait.transport.store;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One file of a log: where its records start and which of them are released. */
final class Segment {
  /** The largest size that may be asked for, so that offsets fit into an int. */
  static final long LONGEST = 1L << 30;

  private static final Pattern NAME = Pattern.compile("([0-9a-f]{16})\\.log");

  private final Path folder;
  private final long base;
  private final Path file;
  private final BitSet released = new BitSet();
  private int[] offsets = new int[16];
  private int count;
  private int live;
  private long end;
  private long safe;

  Segment(Path folder, long base) {
    this.folder = folder;
    this.base = base;
    file = folder.resolve(String.format("%016x.log", base));
    end = base + RecordFrame.SEGMENT;
  }

  /** The segment that a file's name stands for; null if it is not the name of a segment. */
  static @Nullable Segment of(Path folder, Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() ? new Segment(folder, Long.parseUnsignedLong(name.group(1), 16)) : null;
  }

  Path folder() {
    return folder;
  }

  /** The position of the first byte of the file. */
  long base() {
    return base;
  }

  /** The position of the first record, whether there is one or not. */
  long first() {
    return base + RecordFrame.SEGMENT;
  }

  Path file() {
    return file;
  }

  /** The position after the last record. */
  long end() {
    return end;
  }

  /** The bytes of the file that are safe; 0 if not even its header is. Only the writer uses it. */
  long safe() {
    return safe;
  }

  void safe(long bytes) {
    safe = bytes;
  }

  /** Whether a record of this length, with its header, fits. An empty segment takes any record. */
  boolean fits(long frame, long segmentBytes) {
    return count == 0 || end - base + frame <= segmentBytes;
  }

  /** Adds a record at the end and returns its position. */
  long add(long frame) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, count + (count >> 1));
    }
    long position = end;
    offsets[count++] = (int) (position - base);
    live++;
    end += frame;
    return position;
  }

  /** Takes the records from a position on out of this segment and makes another one of them. */
  Segment splitAt(long position) {
    int from = indexOf(position);
    Segment rest = new Segment(folder, position - RecordFrame.SEGMENT);
    for (int i = from; i < count; i++) {
      long at = base + offsets[i];
      rest.add((i + 1 < count ? base + offsets[i + 1] : end) - at);
      if (released.get(i)) {
        rest.release(at);
      }
    }
    released.clear(from, count);
    count = from;
    end = position;
    live = count - released.cardinality();
    return rest;
  }

  /** Whether a record starts at a position. */
  boolean holds(long position) {
    return indexOf(position) >= 0;
  }

  /** Releases a record. Doing so twice changes nothing. */
  void release(long position) {
    int index = indexOf(position);
    if (index < 0) {
      throw new IllegalArgumentException("no record at position " + position + " of " + file);
    }
    if (!released.get(index)) {
      released.set(index);
      live--;
    }
  }

  /** Releases all records before a position. */
  void releaseBefore(long position) {
    int index = position >= end ? count : indexOf(position);
    int upTo = index < 0 ? -index - 1 : index;
    released.set(0, upTo);
    live = count - released.cardinality();
  }

  /** Whether all records are released. */
  boolean isReleased() {
    return live == 0;
  }

  private int indexOf(long position) {
    long offset = Math.clamp(position - base, -1, Integer.MAX_VALUE);
    return Arrays.binarySearch(offsets, 0, count, (int) offset);
  }
}
