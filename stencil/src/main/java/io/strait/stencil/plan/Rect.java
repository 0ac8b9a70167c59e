package io.strait.stencil.plan;

/**
 * Cells of a domain: columns {@code x0} to below {@code x1}, rows {@code y0} to below {@code y1}.
 */
public record Rect(int x0, int y0, int x1, int y1) {
  public int width() {
    return Math.max(0, x1 - x0);
  }

  public int height() {
    return Math.max(0, y1 - y0);
  }

  public long cells() {
    return (long) width() * height();
  }

  public boolean isEmpty() {
    return x1 <= x0 || y1 <= y0;
  }

  /** What both have; may be empty. */
  public Rect meet(Rect other) {
    return new Rect(
        Math.max(x0, other.x0),
        Math.max(y0, other.y0),
        Math.min(x1, other.x1),
        Math.min(y1, other.y1));
  }

  public Rect shift(int dx, int dy) {
    return new Rect(x0 + dx, y0 + dy, x1 + dx, y1 + dy);
  }

  /** This and so many cells more in each direction. */
  public Rect grow(int dx, int dy) {
    return new Rect(x0 - dx, y0 - dy, x1 + dx, y1 + dy);
  }
}
