package io.strait.realign.run;

import io.strait.realign.file.ArrayDistribution;
import java.lang.foreign.MemorySegment;

/**
 * The elements that a block of one distribution has in common with a block of another, as a stream.
 * One end packs it piece by piece, the other one unpacks the pieces in the same order, or both
 * happens at once. Used for one pair of blocks after the other; nothing is allocated on the way.
 *
 * <p>Dimensions at the end that both blocks have whole are taken as part of the element. Of what is
 * left, the last dimension makes rows, and those before it say which rows there are. Where rows are
 * too long for one batch of {@link ByteRuns}, all rows of a batch come before the next batch.
 */
final class CommonElements {
  /** Rows shorter than this are copied piece by piece, each through all rows. */
  private static final long SHORT_ROW = 256;

  private static final int MOST_DIMENSIONS = 8;

  private final int elementBytes;
  private final ByteRuns[] axes = new ByteRuns[MOST_DIMENSIONS];

  /** Bytes from an element to the next one along a dimension, on either side. */
  private final long[] fromStride = new long[MOST_DIMENSIONS];

  private final long[] toStride = new long[MOST_DIMENSIONS];

  // Where each dimension but the last is: the group, the run in it, the element in that.
  private final int[] group = new int[MOST_DIMENSIONS];
  private final long[] turn = new long[MOST_DIMENSIONS];
  private final long[] place = new long[MOST_DIMENSIONS];

  private ArrayDistribution source;
  private ArrayDistribution target;
  private int from = -1;
  private int to = -1;
  private int dimensions;
  private long unit;

  /** Bytes of the two parts. */
  private long fromBytes;

  private long toBytes;
  private long bytes;
  private long done;

  // The row, and where in it.
  private ByteRuns row;
  private long rowBytes;
  private int rowGroup;
  private long rowTurn;
  private long rowPlace;

  // What is copied from where to where; one side may be the stream itself.
  private long here;
  private long there;
  private boolean packs;
  private boolean unpacks;
  private long at;

  CommonElements(int elementBytes, ArrayDistribution source, ArrayDistribution target) {
    this.elementBytes = elementBytes;
    this.source = source;
    this.target = target;
    for (int i = 0; i < source.axes().size(); i++) {
      axes[i] = new ByteRuns();
    }
    row = axes[0];
  }

  /** Says what goes from where to where. */
  void begin(ArrayDistribution newSource, int newFrom, ArrayDistribution newTarget, int newTo) {
    source = newSource;
    target = newTarget;
    from = newFrom;
    to = newTo;
    dimensions = source.axes().size();
    bytes = elementBytes;
    for (int i = 0; i < dimensions && bytes > 0; i++) {
      bytes *=
          axes[i].count(
              source.axes().get(i),
              source.coordinate(from, i),
              target.axes().get(i),
              target.coordinate(to, i));
    }
    done = 0;
    if (bytes == 0) {
      return;
    }
    unit = elementBytes;
    while (dimensions > 1 && isWhole(dimensions - 1)) {
      dimensions--;
      unit *= source.axes().get(dimensions).extent();
    }
    long fromStep = unit;
    long toStep = unit;
    for (int i = dimensions - 1; i >= 0; i--) {
      fromStride[i] = fromStep;
      toStride[i] = toStep;
      fromStep *= source.axes().get(i).count(source.coordinate(from, i));
      toStep *= target.axes().get(i).count(target.coordinate(to, i));
    }
    fromBytes = fromStep;
    toBytes = toStep;
    row = axes[dimensions - 1];
    beginAxis(dimensions - 1);
    firstRow();
  }

  private boolean isWhole(int axis) {
    long extent = source.axes().get(axis).extent();
    return source.axes().get(axis).count(source.coordinate(from, axis)) == extent
        && target.axes().get(axis).count(target.coordinate(to, axis)) == extent;
  }

  private void beginAxis(int axis) {
    axes[axis].begin(
        source.axes().get(axis),
        source.coordinate(from, axis),
        target.axes().get(axis),
        target.coordinate(to, axis));
    if (!axes[axis].next()) {
      throw new IllegalStateException("nothing in common along dimension " + axis);
    }
    group[axis] = 0;
    turn[axis] = 0;
    place[axis] = 0;
  }

  /** The first row of a batch. */
  private void firstRow() {
    for (int i = 0; i < dimensions - 1; i++) {
      beginAxis(i);
    }
    rowBytes = row.elements() * unit;
    beginRow();
  }

  private void beginRow() {
    rowGroup = 0;
    rowTurn = 0;
    rowPlace = 0;
  }

  /** The block it comes from. */
  int from() {
    return from;
  }

  /** The block it goes to. */
  int to() {
    return to;
  }

  /** Bytes in all. */
  long bytes() {
    return bytes;
  }

  /** Bytes that were copied. */
  long done() {
    return done;
  }

  boolean isDone() {
    return done == bytes;
  }

  /** Copies as many bytes as there is room for from the source's part to a buffer. */
  long pack(MemorySegment part, MemorySegment buffer, long offset, long room) {
    check(part, fromBytes);
    check(buffer, offset + Math.min(room, bytes - done));
    here = part.address();
    there = buffer.address();
    packs = true;
    unpacks = false;
    at = offset;
    return copy(room);
  }

  /** Copies so many bytes, which {@link #pack} wrote, from a buffer to the target's part. */
  long unpack(MemorySegment buffer, long offset, long length, MemorySegment part) {
    check(buffer, offset + length);
    check(part, toBytes);
    here = buffer.address();
    there = part.address();
    packs = false;
    unpacks = true;
    at = offset;
    return copy(length);
  }

  /** Copies all from the source's part to the target's. */
  void move(MemorySegment sourcePart, MemorySegment targetPart) {
    check(sourcePart, fromBytes);
    check(targetPart, toBytes);
    here = sourcePart.address();
    there = targetPart.address();
    packs = false;
    unpacks = false;
    long ignored = copy(Long.MAX_VALUE);
  }

  private static void check(MemorySegment segment, long size) {
    if (!segment.isNative() || segment.byteSize() < size) {
      throw new IllegalArgumentException(
          "%s, expected at least %d bytes outside of the heap".formatted(segment, size));
    }
  }

  private long copy(long room) {
    long left = Math.min(room, bytes - done);
    long copied = left;
    while (left > 0) {
      boolean fresh = rowGroup == 0 && rowTurn == 0 && rowPlace == 0;
      if (fresh && left >= rowBytes) {
        long rows = rows(left / rowBytes);
        copyRows(rows);
        left -= rows * rowBytes;
        passRows(rows);
      } else {
        left -= copyPiece(left);
        if (rowGroup == row.size()) {
          beginRow();
          passRows(1);
        }
      }
    }
    done += copied;
    return copied;
  }

  /** Rows that follow each other from here, at most so many. */
  private long rows(long most) {
    int axis = dimensions - 2;
    return axis < 0 ? 1 : Math.min(most, axes[axis].length(group[axis]) - place[axis]);
  }

  private long rowFrom() {
    long offset = 0;
    for (int i = 0; i < dimensions - 1; i++) {
      var runs = axes[i];
      int g = group[i];
      offset += (runs.from(g) + turn[i] * runs.fromStep(g) + place[i]) * fromStride[i];
    }
    return offset;
  }

  private long rowTo() {
    long offset = 0;
    for (int i = 0; i < dimensions - 1; i++) {
      var runs = axes[i];
      int g = group[i];
      offset += (runs.to(g) + turn[i] * runs.toStep(g) + place[i]) * toStride[i];
    }
    return offset;
  }

  /** Whole rows that follow each other. */
  private void copyRows(long rows) {
    long rowFrom = rowFrom();
    long rowTo = rowTo();
    long fromStep = unpacks ? rowBytes : dimensions > 1 ? fromStride[dimensions - 2] : 0;
    long toStep = packs ? rowBytes : dimensions > 1 ? toStride[dimensions - 2] : 0;
    if (rows > 1 && (rowBytes < SHORT_ROW || (row.size() == 1 && row.times(0) == 1))) {
      long begin = at;
      for (int g = 0; g < row.size(); g++) {
        long piece = row.length(g) * unit;
        for (long i = 0; i < row.times(g); i++) {
          Strided.copy(
              here + (unpacks ? at : rowFrom + (row.from(g) + i * row.fromStep(g)) * unit),
              fromStep,
              there + (packs ? at : rowTo + (row.to(g) + i * row.toStep(g)) * unit),
              toStep,
              piece,
              rows);
          at += piece;
        }
      }
      at = begin + rows * rowBytes;
      return;
    }
    for (long i = 0; i < rows; i++) {
      for (int g = 0; g < row.size(); g++) {
        runs(g, 0, row.times(g), rowFrom + i * fromStep, rowTo + i * toStep);
      }
    }
  }

  /** ByteRuns of one group. Offsets of rows count only on the side that is not the stream. */
  private void runs(int g, long first, long count, long rowFrom, long rowTo) {
    long piece = row.length(g) * unit;
    Strided.copy(
        here + (unpacks ? at : rowFrom + (row.from(g) + first * row.fromStep(g)) * unit),
        unpacks ? piece : row.fromStep(g) * unit,
        there + (packs ? at : rowTo + (row.to(g) + first * row.toStep(g)) * unit),
        packs ? piece : row.toStep(g) * unit,
        piece,
        count);
    at += piece * count;
  }

  /** Whole runs of a group, or what there is room for of one run. */
  private long copyPiece(long room) {
    int g = rowGroup;
    long piece = row.length(g) * unit;
    if (rowPlace == 0 && room >= piece) {
      long count = Math.min(row.times(g) - rowTurn, room / piece);
      runs(g, rowTurn, count, rowFrom(), rowTo());
      rowTurn += count;
      if (rowTurn == row.times(g)) {
        rowTurn = 0;
        rowGroup++;
      }
      return count * piece;
    }
    long length = Math.min(room, piece - rowPlace);
    long fromHere = rowFrom() + (row.from(g) + rowTurn * row.fromStep(g)) * unit + rowPlace;
    long toThere = rowTo() + (row.to(g) + rowTurn * row.toStep(g)) * unit + rowPlace;
    Strided.copy(here + (unpacks ? at : fromHere), there + (packs ? at : toThere), length);
    at += length;
    rowPlace += length;
    if (rowPlace == piece) {
      rowPlace = 0;
      rowTurn++;
      if (rowTurn == row.times(g)) {
        rowTurn = 0;
        rowGroup++;
      }
    }
    return length;
  }

  /** Goes on by so many rows, which follow each other; to the next batch after the last one. */
  private void passRows(long rows) {
    long step = rows;
    for (int i = dimensions - 2; i >= 0; i--) {
      var runs = axes[i];
      place[i] += step;
      step = 1;
      if (place[i] < runs.length(group[i])) {
        return;
      }
      place[i] = 0;
      turn[i]++;
      if (turn[i] < runs.times(group[i])) {
        return;
      }
      turn[i] = 0;
      group[i]++;
      if (group[i] < runs.size()) {
        return;
      }
      group[i] = 0;
      if (runs.next()) {
        return;
      }
      beginAxis(i);
    }
    if (row.next()) {
      firstRow();
    }
  }
}
