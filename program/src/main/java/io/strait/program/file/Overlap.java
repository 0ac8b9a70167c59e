package io.strait.program.file;

/** What a host may do at the same time. */
public enum Overlap {
  /**
   * One thing after the other, and one unit after the other: time slices, as porting (20) has them.
   */
  NONE,
  /**
   * Calculations, sending and receiving as threads that share the CPU, and several units under way:
   * porting (21) and (22).
   */
  THREADS
}
