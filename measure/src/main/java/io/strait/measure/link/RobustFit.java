package io.strait.measure.link;

import java.util.Arrays;

/**
 * Linear regression with positive coefficients in relative error: finds {@code x >= 0} so that
 * {@code rows * x} is near {@code y}, as a share of {@code y}. Rows that are far off lose weight,
 * but none is dropped: least absolute errors first, then Huber's weights with the spread of the
 * residuals (iteratively reweighted least squares).
 */
final class RobustFit {
  private static final int ROUNDS = 30;
  private static final double LEAST_RESIDUAL = 1e-9;

  /** Residuals beyond so many standard deviations count by their distance, not by its square. */
  private static final double HUBER = 1.345;

  /** The median of absolute values of a normal distribution, as a share of its deviation. */
  private static final double NORMAL = 0.6745;

  private final double[][] rows;
  private final boolean[] used;
  private final double[] given;

  private RobustFit(double[][] rows, double[] given, int columns) {
    this.rows = rows;
    this.given = given;
    this.used = new boolean[columns];
    Arrays.fill(used, true);
  }

  /**
   * The coefficients; those that would be below zero are zero.
   *
   * @param weights of the rows
   */
  static double[] solve(double[][] rows, double[] y, double[] weights) {
    int columns = rows[0].length;
    var relative = new double[rows.length][columns];
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < columns; c++) {
        relative[i][c] = rows[i][c] / y[i];
      }
    }
    var fit = new RobustFit(relative, weights, columns);
    while (true) {
      var x = fit.reweighted();
      int worst = -1;
      for (int c = 0; c < columns; c++) {
        if (x[c] < 0 && (worst < 0 || x[c] < x[worst])) {
          worst = c;
        }
      }
      if (worst < 0) {
        return x;
      }
      fit.used[worst] = false;
    }
  }

  private double[] reweighted() {
    var weights = given.clone();
    var x = weighted(weights);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < rows.length; i++) {
        weights[i] = given[i] / Math.max(LEAST_RESIDUAL, Math.abs(residual(i, x)));
      }
      x = weighted(weights);
    }
    double deviation = Math.max(LEAST_RESIDUAL, spread(x) / NORMAL);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < rows.length; i++) {
        double far = Math.abs(residual(i, x)) / (HUBER * deviation);
        weights[i] = given[i] / Math.max(1, far);
      }
      x = weighted(weights);
    }
    return x;
  }

  private double residual(int row, double[] x) {
    double sum = -1;
    for (int c = 0; c < x.length; c++) {
      sum += rows[row][c] * x[c];
    }
    return sum;
  }

  /** The median of the absolute residuals. */
  private double spread(double[] x) {
    var residuals = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      residuals[i] = Math.abs(residual(i, x));
    }
    return median(residuals);
  }

  static double median(double... values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
  }

  /** Weighted least squares by the normal equations, whose columns are scaled to length one. */
  private double[] weighted(double[] weights) {
    int n = used.length;
    var scale = new double[n];
    for (int c = 0; c < n; c++) {
      double sum = 0;
      for (int i = 0; i < rows.length; i++) {
        sum += weights[i] * rows[i][c] * rows[i][c];
      }
      scale[c] = used[c] && sum > 0 ? 1 / Math.sqrt(sum) : 0;
    }
    var matrix = new double[n][n + 1];
    for (int a = 0; a < n; a++) {
      for (int i = 0; i < rows.length; i++) {
        double left = weights[i] * rows[i][a] * scale[a];
        for (int b = 0; b < n; b++) {
          matrix[a][b] += left * rows[i][b] * scale[b];
        }
        matrix[a][n] += left;
      }
      matrix[a][a] += scale[a] == 0 ? 1 : 1e-13;
    }
    eliminate(matrix);
    var x = new double[n];
    for (int c = 0; c < n; c++) {
      x[c] = scale[c] * matrix[c][n] / matrix[c][c];
    }
    return x;
  }

  /** Gauss and Jordan; the matrix is positive definite, so the diagonal will do as pivots. */
  private static void eliminate(double[][] matrix) {
    for (int p = 0; p < matrix.length; p++) {
      for (int r = 0; r < matrix.length; r++) {
        double factor = matrix[r][p] / matrix[p][p];
        for (int c = p; r != p && c <= matrix.length; c++) {
          matrix[r][c] -= factor * matrix[p][c];
        }
      }
    }
  }
}
