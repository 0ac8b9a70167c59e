package io.strait.measure.grid.topology;

/**
 * Traffic from one host to another that fills its way.
 *
 * @param alone its rate while nothing else flows
 */
public record Flow(int from, int to, double alone) {}
