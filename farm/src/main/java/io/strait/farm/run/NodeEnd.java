package io.strait.farm.run;

/**
 * How a gateway or worker ended.
 *
 * @param refused whether the parent would not have it, or could not be reached
 * @param tasks that it completed
 */
public record NodeEnd(String reason, boolean refused, int tasks) {}
