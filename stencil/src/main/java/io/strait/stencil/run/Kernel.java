package io.strait.stencil.run;

import io.strait.kind.code.Settings;
import io.strait.model.Element;
import io.strait.stencil.file.StencilApp;

/**
 * A stencil program: how cells begin, and how they follow from the cells around them. A class of it
 * has a public constructor without parameters; one object is used by many threads. The next value
 * of a cell must depend on nothing but the present values around it, always added up in the same
 * order: then the result is the same to the last bit however the domain is cut.
 *
 * <p>{@link DoubleKernel}, {@link FloatKernel} and {@link IntKernel} are the easy ways to write
 * one, cell by cell.
 */
public interface Kernel {
  /** Gets the app, its domain among others, and the settings of its file, before anything else. */
  default void begin(StencilApp app, Settings settings) {}

  /** Whether it can compute cells of a type. */
  default boolean takes(Element type) {
    return true;
  }

  /**
   * The value of a cell before the first iteration. Under a fixed boundary it is asked for cells
   * just outside the domain as well, which keep it.
   */
  double start(long x, long y);

  /** Computes the next values of some cells of one column. */
  void advance(Column column);

  /**
   * Computes as many cells of several columns beside each other, of which the first is given. Where
   * columns are short, a program that knows of all of them can save time between them.
   */
  default void advance(Column first, int columns) {
    for (int i = 0; i < columns; i++) {
      advance(first);
      first.moveRight();
    }
  }

  /** How to show its values in pictures. */
  default Scale scale() {
    return Scale.UNKNOWN;
  }
}
