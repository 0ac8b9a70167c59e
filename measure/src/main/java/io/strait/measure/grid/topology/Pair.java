package io.strait.measure.grid.topology;

/** Two hosts, by their numbers. */
public record Pair(int from, int to) {}
