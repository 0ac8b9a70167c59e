package io.strait.measure.grid.topology;

import io.strait.measure.MedianInterval;
import java.util.List;

/**
 * What flows at the same time got.
 *
 * <p>A flow that others disturb shows it by its lowest rate. The lowest rates of several flows are
 * not what a network that they share carries: while one of them is at its lowest the others have
 * more. So their sum counts what arrived of all of them in the same time.
 *
 * @param lowest the lowest rate of each over a good part of the time, in their order; NaN for one
 *     that failed
 * @param sum what all of them got per second while all of them flowed, in whole packets; NaN if one
 *     failed
 * @param bytes that it cost
 * @param seconds that it took
 */
public record Together(List<Double> lowest, MedianInterval sum, long bytes, double seconds) {
  public Together {
    lowest = List.copyOf(lowest);
  }
}
