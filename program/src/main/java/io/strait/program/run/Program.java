package io.strait.program.run;

import io.strait.kind.code.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A program that was cut into calculations, written in Java. The app file names the class under
 * {@code run}; it has a public constructor without parameters.
 *
 * <p>This interface is part of the public face for user code.
 */
public interface Program {
  /** Takes the settings of the app file, before anything else. */
  default void configure(Settings settings) {}

  /**
   * Makes the code of one part of a calculation, on the host where it will run.
   *
   * @throws IllegalArgumentException if the program has no such calculation
   */
  Code open(Place place) throws Exception;

  /**
   * Whether the code of a calculation works on its input as it comes and sends its output as it
   * goes, see {@link Unit#stream}. A calculation with {@code stream: true} needs code that does.
   */
  default boolean streams(String calculation) {
    return false;
  }

  /**
   * What a piece of code is to do.
   *
   * @param calculation its name in the app file
   * @param part its number, from 0
   * @param parts how many parts the calculation has
   * @param from the share of every unit that lies before this part's, from 0 to 1
   * @param to the share where this part ends: part i of n equal parts does {@code [i/n, (i+1)/n)}
   * @param units how many units the run has
   * @param promised units in a second, by the clock of this machine, that the plan promises of this
   *     run; 0 where it promises nothing, as of machines that nobody measured
   * @param folder where results may be left; all parts of a run have the same one
   * @param say takes a line that the run shows to people, while the code is made and not later
   */
  record Place(
      String calculation,
      int part,
      int parts,
      double from,
      double to,
      int units,
      double promised,
      Path folder,
      Consumer<String> say) {}

  /** One part of a calculation at work. Used by one thread. */
  interface Code extends AutoCloseable {
    /** Does this part's share of one unit. */
    void run(Unit unit) throws Exception;

    @Override
    default void close() throws IOException {}
  }

  /** What goes in and out while one unit is done. */
  interface Unit {
    /** Counted from 0. */
    long number();

    /**
     * What a part of another calculation sent for this unit. Data that may be late are the last
     * that came; they are empty before any have.
     *
     * @param part from 0
     */
    byte[] input(String calculation, int part);

    /**
     * What a part of another calculation sends for this unit, to be read instead of {@link #input}.
     * With {@code stream: true} a read waits for what has not come yet, and what is sent goes out
     * at once; else all of it is there.
     *
     * @param part from 0
     */
    default InputStream stream(String calculation, int part) {
      return new ByteArrayInputStream(input(calculation, part));
    }

    /** How many parts the other calculation has. */
    int parts(String calculation);

    /**
     * The share of every unit that lies before a part of the other calculation: what one part
     * should get of data lies between its number and the next.
     *
     * @param part from 0; {@link #parts} gives 1
     */
    default double before(String calculation, int part) {
      return (double) part / parts(calculation);
    }

    /**
     * Sends data for this unit to one part of another calculation. What is sent in several calls
     * arrives as one.
     */
    void send(String calculation, int part, byte[] data, int offset, int length);

    /** Sends data for this unit to all parts of another calculation. */
    default void send(String calculation, byte[] data) {
      for (int part = 0; part < parts(calculation); part++) {
        send(calculation, part, data, 0, data.length);
      }
    }
  }
}
