package io.strait.measure.link;

/**
 * Some messages of one size, timed together.
 *
 * @param seconds from the order to the probe's answer
 * @param cpuHere the CPU seconds of this end
 * @param cpuThere those of the probe
 */
record Batch(long messages, double seconds, double cpuHere, double cpuThere) {}
