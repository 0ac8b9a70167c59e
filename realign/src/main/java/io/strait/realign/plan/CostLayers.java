package io.strait.realign.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The cost of neighbours as a sum of few terms: weight of the neighbourhood times a matrix over
 * (own cluster, cluster of the neighbour).
 *
 * <p>In general there are four: elements and messages, out and in (with the matrix transposed).
 * Matrices that are multiples of each other are one term, so that symmetric costs need two, and one
 * if messages are equal. Where all that counts is whether two blocks share a cluster ({@link
 * #isUniform}), it is always one term, its matrix 0 within and 1 between clusters.
 */
final class CostLayers {
  /** Weights of a term: so much for each element and message out and in. */
  private record Term(double[] matrix, double[] factors) {}

  private static final double SAME = 1e-12;

  private final int clusters;
  private final boolean uniform;
  private final List<Term> terms = new ArrayList<>();

  CostLayers(LinkCosts costs, long commonVolume) {
    clusters = costs.clusters();
    var elements = new double[clusters * clusters];
    var messages = new double[clusters * clusters];
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        elements[a * clusters + b] = commonVolume < 0 ? costs.perElement(a, b) : 0;
        messages[a * clusters + b] =
            commonVolume < 0 ? costs.perMessage(a, b) : costs.of(a, b, 1, commonVolume);
      }
    }
    uniform = evens(elements) && evens(messages);
    if (uniform) {
      // All that counts is whether two blocks are apart.
      flatten(elements);
      flatten(messages);
    }
    add(elements, 0);
    add(transposed(elements), 1);
    add(messages, 2);
    add(transposed(messages), 3);
  }

  private boolean evens(double[] matrix) {
    double within = matrix[0];
    double between = clusters > 1 ? matrix[1] : 0;
    for (int i = 0; i < matrix.length; i++) {
      if (matrix[i] != (i / clusters == i % clusters ? within : between)) {
        return false;
      }
    }
    return true;
  }

  private void flatten(double[] matrix) {
    double within = matrix[0];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] -= within;
    }
  }

  private double[] transposed(double[] matrix) {
    var result = new double[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      result[i % clusters * clusters + i / clusters] = matrix[i];
    }
    return result;
  }

  private void add(double[] matrix, int kind) {
    int largest = 0;
    for (int i = 0; i < matrix.length; i++) {
      largest = Math.abs(matrix[i]) > Math.abs(matrix[largest]) ? i : largest;
    }
    if (matrix[largest] == 0) {
      return;
    }
    double scale = matrix[largest];
    var scaled = new double[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      scaled[i] = matrix[i] / scale;
    }
    for (var term : terms) {
      if (isMultiple(term.matrix, scaled)) {
        term.factors[kind] += scale / ratio(term.matrix, scaled);
        return;
      }
    }
    var factors = new double[4];
    factors[kind] = scale;
    terms.add(new Term(scaled, factors));
  }

  /** By how much the first is to be multiplied for the second; both have a 1 as their largest. */
  private static double ratio(double[] first, double[] second) {
    int one = 0;
    while (second[one] != 1) {
      one++;
    }
    return first[one];
  }

  private static boolean isMultiple(double[] first, double[] second) {
    double ratio = ratio(first, second);
    if (ratio == 0) {
      return false;
    }
    for (int i = 0; i < first.length; i++) {
      if (Math.abs(first[i] - ratio * second[i]) > SAME) {
        return false;
      }
    }
    return true;
  }

  int clusters() {
    return clusters;
  }

  /** Whether costs say no more than which blocks share a cluster. */
  boolean isUniform() {
    return uniform;
  }

  int count() {
    return terms.size();
  }

  /** Row by row: own cluster, cluster of the neighbour. */
  double[] matrix(int layer) {
    return terms.get(layer).matrix;
  }

  /** The weight of messages between two blocks, as the sender sees them. */
  double out(int layer, long volume) {
    var factors = terms.get(layer).factors;
    return factors[0] * volume + factors[2];
  }

  /** The weight of messages between two blocks, as the receiver sees them. */
  double in(int layer, long volume) {
    var factors = terms.get(layer).factors;
    return factors[1] * volume + factors[3];
  }

  /** How much more a weight of 1 costs between clusters than within, on average. */
  double contrast(int layer) {
    var matrix = matrix(layer);
    double within = 0;
    double all = 0;
    for (int i = 0; i < matrix.length; i++) {
      all += matrix[i];
      within += i / clusters == i % clusters ? matrix[i] : 0;
    }
    return clusters == 1 ? 0 : (all - within) / (clusters * (clusters - 1.0)) - within / clusters;
  }
}
