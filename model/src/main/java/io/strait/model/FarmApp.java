package io.strait.model;

import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Work;
import org.jspecify.annotations.Nullable;

/**
 * A task farm: many independent tasks, a master that hands them out and takes the results.
 *
 * @param input bytes to the worker, per task
 * @param output bytes back, per task
 * @param element what results consist of where {@code reduce} needs to know; double otherwise
 * @param work per task, for hosts that give a speed
 * @param masterWork of the master, per task
 */
public record FarmApp(
    String name,
    long tasks,
    Bytes input,
    Bytes output,
    Reduction reduce,
    Element element,
    @Nullable Work work,
    @Nullable Work masterWork,
    @Nullable TaskCode run)
    implements App {

  /** A farm whose results, where they are reduced, consist of doubles. */
  public FarmApp(
      String name,
      long tasks,
      Bytes input,
      Bytes output,
      Reduction reduce,
      @Nullable Work work,
      @Nullable Work masterWork,
      @Nullable TaskCode run) {
    this(name, tasks, input, output, reduce, Element.DOUBLE, work, masterWork, run);
  }
}
