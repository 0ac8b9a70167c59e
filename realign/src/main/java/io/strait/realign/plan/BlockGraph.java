package io.strait.realign.plan;

import java.util.Arrays;

/**
 * Who exchanges messages with whom: blocks, or groups of them, with their neighbours. Both ends
 * know a neighbourhood, and each end's weights hold all that goes either way between the two, one
 * weight for each of the {@link CostLayers}.
 */
final class BlockGraph {
  final CostLayers layers;

  /** Blocks in each node. */
  final int[] size;

  /** Where the neighbours of each node begin, and where the last ones end. */
  final int[] start;

  final int[] to;

  /** By layer, then neighbourhood. */
  final double[][] weight;

  /**
   * What a node costs in each cluster whatever the others do: the messages within it. Empty where
   * that is the same in all clusters.
   */
  final double[] own;

  private BlockGraph(
      CostLayers layers, int[] size, int[] start, int[] to, double[][] weight, double[] own) {
    this.layers = layers;
    this.size = size;
    this.start = start;
    this.to = to;
    this.weight = weight;
    this.own = own;
  }

  int nodes() {
    return size.length;
  }

  int clusters() {
    return layers.clusters();
  }

  /** What a neighbourhood costs, from the clusters of its two ends. */
  double cost(int neighbourhood, int own, int other) {
    double sum = 0;
    for (int l = 0; l < weight.length; l++) {
      sum += weight[l][neighbourhood] * layers.matrix(l)[own * clusters() + other];
    }
    return sum;
  }

  /**
   * What a node costs in each cluster as long as the others stay, up to a constant.
   *
   * @param cluster where each node is
   * @param neighbours room for a number for each cluster
   * @param row takes the costs
   */
  void costs(int node, int[] cluster, double[] neighbours, double[] row) {
    int clusters = clusters();
    if (own.length > 0) {
      System.arraycopy(own, node * clusters, row, 0, clusters);
    } else {
      Arrays.fill(row, 0);
    }
    for (int l = 0; l < weight.length; l++) {
      if (layers.isUniform()) {
        for (int e = start[node]; e < start[node + 1]; e++) {
          row[cluster[to[e]]] -= weight[l][e];
        }
        continue;
      }
      Arrays.fill(neighbours, 0);
      for (int e = start[node]; e < start[node + 1]; e++) {
        neighbours[cluster[to[e]]] += weight[l][e];
      }
      var matrix = layers.matrix(l);
      for (int c = 0; c < clusters; c++) {
        double sum = 0;
        for (int b = 0; b < clusters; b++) {
          sum += matrix[c * clusters + b] * neighbours[b];
        }
        row[c] += sum;
      }
    }
  }

  /** What an assignment costs; less by a constant where only being together counts. */
  double cost(int[] cluster) {
    double sum = 0;
    for (int i = 0; i < nodes(); i++) {
      sum += own.length > 0 ? own[i * clusters() + cluster[i]] : 0;
      for (int e = start[i]; e < start[i + 1]; e++) {
        if (to[e] > i) {
          sum += cost(e, cluster[i], cluster[to[e]]);
        }
      }
    }
    return sum;
  }

  /** For each neighbourhood, what it saves on average to be in one cluster; at least nothing. */
  double[] attraction() {
    var result = new double[to.length];
    for (int l = 0; l < weight.length; l++) {
      double contrast = layers.contrast(l);
      for (int e = 0; e < result.length; e++) {
        result[e] += weight[l][e] * contrast;
      }
    }
    for (int e = 0; e < result.length; e++) {
      result[e] = Math.max(0, result[e]);
    }
    return result;
  }

  /** One node for each block. */
  static BlockGraph of(Flows flows, LinkCosts costs) {
    var layers = new CostLayers(costs, flows.commonVolume());
    int blocks = flows.blocks();
    int clusters = costs.clusters();
    var back = new int[blocks + 1];
    for (int e = 0; e < flows.messages(); e++) {
      back[flows.to(e) + 1]++;
    }
    for (int i = 0; i < blocks; i++) {
      back[i + 1] += back[i];
    }
    var from = new int[flows.messages()];
    var message = new int[flows.messages()];
    var next = back.clone();
    for (int i = 0; i < blocks; i++) {
      for (int e = flows.start(i); e < flows.start(i + 1); e++) {
        int at = next[flows.to(e)]++;
        from[at] = i;
        message[at] = e;
      }
    }
    var own = new double[layers.isUniform() ? 0 : blocks * clusters];
    var rows = new RowBuilder(blocks, layers.count(), 2L * flows.messages());
    for (int i = 0; i < blocks; i++) {
      for (int e = flows.start(i); e < flows.start(i + 1); e++) {
        if (flows.to(e) != i) {
          int at = rows.neighbour(flows.to(e));
          for (int l = 0; l < layers.count(); l++) {
            rows.weight[l][at] += layers.out(l, flows.volume(e));
          }
        } else if (own.length > 0) {
          for (int c = 0; c < clusters; c++) {
            own[i * clusters + c] += costs.of(c, c, 1, flows.volume(e));
          }
        }
      }
      for (int k = back[i]; k < back[i + 1]; k++) {
        if (from[k] != i) {
          int at = rows.neighbour(from[k]);
          for (int l = 0; l < layers.count(); l++) {
            rows.weight[l][at] += layers.in(l, flows.volume(message[k]));
          }
        }
      }
      rows.endRow();
    }
    var size = new int[blocks];
    Arrays.fill(size, 1);
    return new BlockGraph(layers, size, rows.start, rows.to(), rows.weights(), own);
  }

  /**
   * Nodes put together.
   *
   * @param group the new node of each node
   */
  BlockGraph merged(int[] group, int groups) {
    int clusters = clusters();
    var first = new int[groups + 1];
    for (int g : group) {
      first[g + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      first[g + 1] += first[g];
    }
    var member = new int[nodes()];
    var next = first.clone();
    for (int i = 0; i < nodes(); i++) {
      member[next[group[i]]++] = i;
    }
    var sizes = new int[groups];
    var owns = new double[own.length == 0 ? 0 : groups * clusters];
    var rows = new RowBuilder(groups, layers.count(), to.length);
    for (int g = 0; g < groups; g++) {
      for (int k = first[g]; k < first[g + 1]; k++) {
        int i = member[k];
        sizes[g] += size[i];
        for (int c = 0; c < clusters && owns.length > 0; c++) {
          owns[g * clusters + c] += own[i * clusters + c];
        }
        for (int e = start[i]; e < start[i + 1]; e++) {
          int other = group[to[e]];
          if (other != g) {
            int at = rows.neighbour(other);
            for (int l = 0; l < weight.length; l++) {
              rows.weight[l][at] += weight[l][e];
            }
          } else if (owns.length > 0 && to[e] > i) {
            // Seen from one end, which has all that goes either way.
            for (int l = 0; l < weight.length; l++) {
              var matrix = layers.matrix(l);
              for (int c = 0; c < clusters; c++) {
                owns[g * clusters + c] += weight[l][e] * matrix[c * clusters + c];
              }
            }
          }
        }
      }
      rows.endRow();
    }
    return new BlockGraph(layers, sizes, rows.start, rows.to(), rows.weights(), owns);
  }

  /** Rows of neighbours, one behind the other, each neighbour once. */
  private static final class RowBuilder {
    private final int[] start;
    private int[] to;
    private final double[][] weight;

    /** Where each node is in the present row, if not before it. */
    private final int[] place;

    private int row;
    private int end;

    RowBuilder(int nodes, int layers, long most) {
      start = new int[nodes + 1];
      to = new int[Math.toIntExact(most)];
      weight = new double[layers][to.length];
      place = new int[nodes];
      Arrays.fill(place, -1);
    }

    int neighbour(int node) {
      if (place[node] < start[row]) {
        place[node] = end;
        to[end++] = node;
      }
      return place[node];
    }

    void endRow() {
      start[++row] = end;
    }

    int[] to() {
      to = Arrays.copyOf(to, end);
      return to;
    }

    double[][] weights() {
      for (int l = 0; l < weight.length; l++) {
        weight[l] = Arrays.copyOf(weight[l], end);
      }
      return weight;
    }
  }
}
