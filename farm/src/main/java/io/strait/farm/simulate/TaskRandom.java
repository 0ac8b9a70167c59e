package io.strait.farm.simulate;

import java.util.random.RandomGenerator;

/** Random numbers for a task that depend on nothing but the seed and the task's number. */
final class TaskRandom implements RandomGenerator {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final long seed;
  private long state;

  TaskRandom(long seed) {
    this.seed = mixed(seed ^ 0x5DEECE66DL);
  }

  TaskRandom at(long task) {
    state = mixed(seed + task * STEP);
    return this;
  }

  @Override
  public long nextLong() {
    state += STEP;
    return mixed(state);
  }

  private static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
