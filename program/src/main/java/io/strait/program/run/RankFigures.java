package io.strait.program.run;

import java.util.List;

/**
 * What one rank has measured.
 *
 * @param parts of calculations that it did
 */
public record RankFigures(int rank, List<PartFigures> parts) {
  public RankFigures {
    parts = List.copyOf(parts);
  }

  /**
   * What was measured of one part.
   *
   * @param part its number
   * @param units that it did
   * @param busy nanoseconds from the beginning to the end of each unit, summed up
   * @param late nanoseconds by which the emulated host was done with the last unit before its
   *     thread knew
   * @param cpu nanoseconds of CPU of its own code
   * @param sent bytes that it sent to other ranks and to its own
   * @param begins when it began each unit, by {@link System#nanoTime}; empty if nobody needs it
   * @param ends when it ended each unit; empty if others wait for its data
   */
  public record PartFigures(
      int part,
      long units,
      long busy,
      long late,
      long cpu,
      long sent,
      Instants begins,
      Instants ends) {}
}
