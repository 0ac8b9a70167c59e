package io.strait.measure.grid.topology;

/** Two hosts, or two groups, by their numbers. */
public record Pair(int from, int to) {
  boolean has(int number) {
    return from == number || to == number;
  }
}
