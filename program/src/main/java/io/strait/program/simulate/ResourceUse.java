package io.strait.program.simulate;

/**
 * How busy a resource was.
 *
 * @param name as {@link io.strait.program.plan.Load#name} has it
 * @param use the share of the steady middle in which it worked: 1 is all the time
 * @param seconds of work in the whole run
 * @param isDue whether anybody waits for something that it does
 */
public record ResourceUse(String name, double use, double seconds, boolean isDue) {}
