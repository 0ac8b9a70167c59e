package io.strait.realign.file;

import java.util.ArrayList;
import java.util.List;

/**
 * An array dealt out to a grid of processors, dimension by dimension. Processors are numbered row
 * by row: the last dimension's coordinate changes fastest. So are elements, in the whole array and
 * in the part that a processor has. These numbers are logical: a {@link Permutation} says on which
 * host each of them sits.
 */
public record ArrayDistribution(List<Axis> axes) {
  public ArrayDistribution {
    axes = List.copyOf(axes);
    if (axes.isEmpty()) {
      throw new IllegalArgumentException("an array without dimensions");
    }
    long processors = 1;
    long elements = 1;
    for (var axis : axes) {
      processors = Math.multiplyExact(processors, (long) axis.processors());
      elements = Math.multiplyExact(elements, axis.extent());
    }
    Math.toIntExact(processors);
  }

  /**
   * An array spread over a grid of processors.
   *
   * @throws IllegalArgumentException if they do not fit; the message says what would
   */
  public static ArrayDistribution of(
      List<Long> shape, List<AxisSpread> spreads, List<Integer> processors) {
    if (spreads.size() != shape.size() || processors.size() != shape.size()) {
      throw new IllegalArgumentException(
          "%d distributions and %d numbers of processors for an array of %d dimensions, expected"
                  .formatted(spreads.size(), processors.size(), shape.size())
              + " one each");
    }
    var axes = new ArrayList<Axis>();
    for (int i = 0; i < shape.size(); i++) {
      axes.add(spreads.get(i).axis(shape.get(i), processors.get(i)));
    }
    return new ArrayDistribution(axes);
  }

  /** How many processors there are. */
  public int processors() {
    int product = 1;
    for (var axis : axes) {
      product *= axis.processors();
    }
    return product;
  }

  /** How many elements there are. */
  public long elements() {
    long product = 1;
    for (var axis : axes) {
      product *= axis.extent();
    }
    return product;
  }

  /** The coordinate of a processor along one axis. */
  public int coordinate(int processor, int axis) {
    int rest = processor;
    for (int i = axes.size() - 1; i > axis; i--) {
      rest /= axes.get(i).processors();
    }
    return rest % axes.get(axis).processors();
  }

  /** How many elements a processor has. */
  public long count(int processor) {
    long product = 1;
    for (int i = 0; i < axes.size(); i++) {
      product *= axes.get(i).count(coordinate(processor, i));
    }
    return product;
  }
}
