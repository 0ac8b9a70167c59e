package io.strait.stencil.plan;

/** Small arithmetic of cells and bytes. */
public final class CellMath {
  private CellMath() {}

  /** The cell inside that a cell outside repeats, where the edge is a mirror. */
  public static int reflect(int at, int cells) {
    int turn = Math.floorMod(at, 2 * cells);
    return turn < cells ? turn : 2 * cells - 1 - turn;
  }

  /** Bytes, rounded up to a multiple of eight. */
  public static long padded(long bytes) {
    return (bytes + 7) & ~7L;
  }
}
