package io.strait.measure.link;

/**
 * When a measurement ends. Sizes that the user chose are sent at least once whatever they take.
 *
 * @param seconds it takes at most; a batch that has begun is finished
 * @param bytes it sends at most, in both directions
 * @param interval a size is done when the 95 % interval of its time is no wider than this share of
 *     the time
 */
public record Budget(double seconds, long bytes, double interval) {}
