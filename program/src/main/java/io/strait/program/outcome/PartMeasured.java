package io.strait.program.outcome;

/**
 * What one part of a calculation did.
 *
 * @param name for people
 * @param busy the share of the run in which it was at work
 * @param secondsPerUnit from the beginning to the end of its share of a unit
 * @param cpuSeconds of this machine's CPU, for all units
 * @param sent bytes
 */
public record PartMeasured(
    String name,
    String host,
    long units,
    double busy,
    double secondsPerUnit,
    double cpuSeconds,
    long sent) {}
