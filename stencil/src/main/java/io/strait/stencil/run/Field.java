package io.strait.stencil.run;

import io.strait.stencil.plan.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The cells of one rank, twice: every cell's present version lies in one of two fields and the
 * version before in the other. Even versions are in field 0.
 */
final class Field {
  private final Rect all;
  private final FieldShape shape;
  private final long origin;
  private final long stride;
  private final MemorySegment[] fields = new MemorySegment[2];

  /**
   * @param inner what the rank computes
   * @param halo cells around it
   * @param bytes of one cell
   */
  Field(Arena arena, Rect inner, int halo, int bytes) {
    this.all = inner.grow(halo, halo);
    this.shape = new FieldShape(inner, halo, bytes);
    this.origin = shape.origin();
    this.stride = shape.stride();
    for (int i = 0; i < 2; i++) {
      fields[i] = shape.allocate(arena);
    }
  }

  /** With the halo. */
  Rect all() {
    return all;
  }

  int bytes() {
    return shape.size();
  }

  long stride() {
    return stride;
  }

  /** What both fields take. */
  long memory() {
    return 2 * shape.bytes();
  }

  /** The field that holds this version. */
  MemorySegment of(long version) {
    return fields[(int) (version & 1)];
  }

  long offset(int x, int y) {
    return origin + x * stride + (long) y * shape.size();
  }

  /** Copies cells out; returns where the next ones go. */
  long pack(long version, Rect rect, MemorySegment to, long at) {
    var field = of(version);
    long length = (long) rect.height() * shape.size();
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
    long length = (long) rect.height() * shape.size();
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
    long length = (long) to.height() * shape.size();
    for (int i = 0; i < to.width(); i++) {
      MemorySegment.copy(
          field, offset(from.x0() + i, from.y0()), field, offset(to.x0() + i, to.y0()), length);
    }
  }
}
