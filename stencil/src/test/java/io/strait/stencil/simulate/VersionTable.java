package io.strait.stencil.simulate;

/**
 * Paper <em>lhrp</em>'s table 1: the versions of columns, cycle by cycle. What is computed in cycle
 * t can be used in the same cluster from t + 1 on, and beyond the gap from t + G on. A column goes
 * from version v to v + 1 when its neighbours have v; at most once a cycle. Both sides of the gap
 * look alike, so one is enough.
 */
public final class VersionTable {
  private final int[][] border;
  private final int band;
  private final int gapCycles;

  private VersionTable(int[][] border, int band, int gapCycles) {
    this.border = border;
    this.band = band;
    this.gapCycles = gapCycles;
  }

  /**
   * @param band columns of a buffer node
   * @param gapCycles cycles from one side of the gap to the other
   */
  public static VersionTable of(int band, int gapCycles, int cycles) {
    // Column 0 is the border node's, columns 1 to band are the buffer node's, outwards.
    var rows = new int[cycles + 1][band + 1];
    for (int t = 1; t <= cycles; t++) {
      var before = rows[t - 1];
      for (int k = 0; k <= band; k++) {
        int version = before[k];
        boolean inner = k == 0 || before[k - 1] >= version;
        int outer = k < band ? before[k + 1] : rows[Math.max(0, t - gapCycles)][0];
        rows[t][k] = inner && outer >= version ? version + 1 : version;
      }
    }
    return new VersionTable(rows, band, gapCycles);
  }

  public int cycles() {
    return border.length - 1;
  }

  /** The version that the border node has after a cycle. */
  public int border(int cycle) {
    return border[cycle][0];
  }

  /** The version of a buffer node's column, 1 next to the border node, after a cycle. */
  public int column(int cycle, int column) {
    if (column < 1 || column > band) {
      throw new IllegalArgumentException("column %d of %d".formatted(column, band));
    }
    return border[cycle][column];
  }

  /** The version of the far border that is there after a cycle, for use in the next one. */
  public int farBorder(int cycle) {
    return border[Math.max(0, cycle + 1 - gapCycles)][0];
  }
}
