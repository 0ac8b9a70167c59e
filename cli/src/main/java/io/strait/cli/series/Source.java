package io.strait.cli.series;

import io.strait.measure.series.SeriesName;
import java.io.IOException;
import java.util.List;

/** Where values of series come from, again and again. */
interface Source {
  /** What it is, for people. */
  String words();

  /** The series whose values are of the moment in which they are read. */
  List<SeriesName> live();

  /**
   * What is new.
   *
   * @throws IOException if nothing can be seen now; perhaps next time
   */
  List<Reading> read() throws IOException;

  /** Whether nothing more will come. */
  default boolean isOver() {
    return false;
  }

  /**
   * A value.
   *
   * @param seconds since 1970; not a number if it is of now
   */
  record Reading(SeriesName name, double seconds, double value) {
    static Reading now(SeriesName name, double value) {
      return new Reading(name, Double.NaN, value);
    }
  }
}
