package io.strait.run.stencil;

import io.strait.plan.stencil.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The cells of one rank, twice: every cell's present version lies in one of two fields and the
 * version before in the other. Even versions are in field 0. Columns lie one after another, each
 * with its halo, so that the first cell of its own begins a cache line.
 */
final class Field {
  private static final int LINE = 64;
  private static final int PAGE = 4096;

  private final Rect all;
  private final int bytes;
  private final long lead;
  private final long stride;
  private final MemorySegment[] fields = new MemorySegment[2];

  /**
   * @param inner what the rank computes
   * @param halo cells around it
   * @param bytes of one cell
   */
  Field(Arena arena, Rect inner, int halo, int bytes) {
    this.all = inner.grow(halo, halo);
    this.bytes = bytes;
    long before = up((long) halo * bytes);
    this.lead = before - (long) halo * bytes;
    long length = before + up((long) (inner.height() + halo) * bytes);
    this.stride = length % PAGE == 0 ? length + LINE : length;
    for (int i = 0; i < 2; i++) {
      fields[i] = arena.allocate(stride * all.width(), LINE);
    }
  }

  private static long up(long bytes) {
    return (bytes + LINE - 1) / LINE * LINE;
  }

  /** With the halo. */
  Rect all() {
    return all;
  }

  int bytes() {
    return bytes;
  }

  long stride() {
    return stride;
  }

  /** What both fields take. */
  long memory() {
    return 2 * stride * all.width();
  }

  /** The field that holds this version. */
  MemorySegment of(long version) {
    return fields[(int) (version & 1)];
  }

  long offset(int x, int y) {
    return (x - all.x0()) * stride + lead + (long) (y - all.y0()) * bytes;
  }

  /** Copies cells out; returns where the next ones go. */
  long pack(long version, Rect rect, MemorySegment to, long at) {
    var field = of(version);
    long length = (long) rect.height() * bytes;
    long place = at;
    for (int x = rect.x0(); x < rect.x1(); x++) {
      MemorySegment.copy(field, offset(x, rect.y0()), to, place, length);
      place += length;
    }
    return place;
  }

  /** Copies cells in; returns where the next ones are. */
  long unpack(long version, Rect rect, MemorySegment from, long at) {
    var field = of(version);
    long length = (long) rect.height() * bytes;
    long place = at;
    for (int x = rect.x0(); x < rect.x1(); x++) {
      MemorySegment.copy(from, place, field, offset(x, rect.y0()), length);
      place += length;
    }
    return place;
  }

  /** Copies cells of one version to another place of the same field. */
  void copy(long version, Rect from, Rect to) {
    var field = of(version);
    long length = (long) to.height() * bytes;
    for (int i = 0; i < to.width(); i++) {
      MemorySegment.copy(
          field, offset(from.x0() + i, from.y0()), field, offset(to.x0() + i, to.y0()), length);
    }
  }
}
