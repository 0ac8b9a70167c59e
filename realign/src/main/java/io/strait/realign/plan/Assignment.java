package io.strait.realign.plan;

import java.util.Arrays;

/**
 * A few rows assigned to columns that take several each, as cheaply as possible: shortest
 * augmenting paths over the columns, O(rows * columns * (rows + columns)). Costs may be infinite
 * where a column has no room at all.
 */
final class Assignment {
  /** What is less than this share of the largest cost is rounding. */
  private static final double NOISE = 1e-13;

  private final int columns;
  private double noise;

  /** Rows of each column, one behind the other, and how many. */
  private final int[][] taken;

  private final int[] count;
  private final double[] distance;
  private final int[] viaRow;
  private final int[] viaColumn;

  Assignment(int rows, int columns) {
    this.columns = columns;
    taken = new int[columns][rows];
    count = new int[columns];
    distance = new double[columns];
    viaRow = new int[columns];
    viaColumn = new int[columns];
  }

  /**
   * The least sum.
   *
   * @param cost row by row
   * @param room how many rows each column takes, together at least all rows
   */
  double least(double[] cost, int rows, int[] room) {
    Arrays.fill(count, 0);
    noise = 0;
    for (int i = 0; i < rows * columns; i++) {
      if (cost[i] < Double.POSITIVE_INFINITY) {
        noise = Math.max(noise, NOISE * Math.abs(cost[i]));
      }
    }
    for (int row = 0; row < rows; row++) {
      insert(cost, row, room);
    }
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      for (int k = 0; k < count[c]; k++) {
        sum += cost[taken[c][k] * columns + c];
      }
    }
    return sum;
  }

  /** Bellman and Ford's search: costs of a detour may be negative, columns are few. */
  private void insert(double[] cost, int row, int[] room) {
    for (int c = 0; c < columns; c++) {
      distance[c] = cost[row * columns + c];
      viaRow[c] = row;
      viaColumn[c] = -1;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int a = 0; a < columns; a++) {
        if (distance[a] == Double.POSITIVE_INFINITY) {
          continue;
        }
        for (int k = 0; k < count[a]; k++) {
          int out = taken[a][k];
          double base = distance[a] - cost[out * columns + a];
          for (int b = 0; b < columns; b++) {
            double there = base + cost[out * columns + b];
            if (there < distance[b] - noise) {
              distance[b] = there;
              viaRow[b] = out;
              viaColumn[b] = a;
              changed = true;
            }
          }
        }
      }
    }
    int end = -1;
    for (int c = 0; c < columns; c++) {
      if (count[c] < room[c] && (end < 0 || distance[c] < distance[end])) {
        end = c;
      }
    }
    augment(end);
  }

  private void augment(int end) {
    int c = end;
    while (true) {
      int row = viaRow[c];
      int from = viaColumn[c];
      taken[c][count[c]++] = row;
      if (from < 0) {
        return;
      }
      int k = 0;
      while (taken[from][k] != row) {
        k++;
      }
      taken[from][k] = taken[from][--count[from]];
      c = from;
    }
  }
}
