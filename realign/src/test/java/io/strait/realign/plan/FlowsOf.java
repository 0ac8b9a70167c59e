package io.strait.realign.plan;

import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.Axis;
import java.util.Arrays;
import java.util.List;

/** Flows and costs for tests, counted the slow way. */
final class FlowsOf {
  private FlowsOf() {}

  /** Paper <em>realign</em>: part j of block X goes to block (X*K + j) mod P. */
  static Flows partition(int blocks, int parts) {
    return Flows.of(
        blocks,
        (block, sink) -> {
          for (int j = 0; j < parts; j++) {
            sink.message((int) (((long) block * parts + j) % blocks), 1);
          }
        });
  }

  /** Block-cyclic to block-cyclic, element by element. */
  static Flows cyclic(long elements, int processors, long before, long after) {
    return between(
        new ArrayDistribution(List.of(new Axis(elements, processors, before))),
        new ArrayDistribution(List.of(new Axis(elements, processors, after))));
  }

  /** Between distributions of as many processors each, element by element. */
  static Flows between(ArrayDistribution before, ArrayDistribution after) {
    int blocks = before.processors();
    var volume = new long[blocks][blocks];
    count(before, after, 0, 0, 0, volume);
    return Flows.of(
        blocks,
        (block, sink) -> {
          for (int to = 0; to < blocks; to++) {
            if (volume[block][to] > 0) {
              sink.message(to, volume[block][to]);
            }
          }
        });
  }

  private static void count(
      ArrayDistribution before,
      ArrayDistribution after,
      int axis,
      int from,
      int to,
      long[][] volume) {
    if (axis == before.axes().size()) {
      volume[from][to]++;
      return;
    }
    var source = before.axes().get(axis);
    var target = after.axes().get(axis);
    for (long x = 0; x < source.extent(); x++) {
      count(
          before,
          after,
          axis + 1,
          from * source.processors() + source.owner(x),
          to * target.processors() + target.owner(x),
          volume);
    }
  }

  /** So much for each element between clusters. */
  static LinkCosts perElement(double[]... rows) {
    var flat = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    return new LinkCosts(rows.length, flat, new double[flat.length]);
  }

  /** One for each element that goes to another cluster. */
  static LinkCosts unit(int clusters) {
    var rows = new double[clusters][clusters];
    for (int c = 0; c < clusters; c++) {
      Arrays.fill(rows[c], 1);
      rows[c][c] = 0;
    }
    return perElement(rows);
  }
}
