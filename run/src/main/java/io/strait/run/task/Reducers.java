package io.strait.run.task;

import io.strait.model.TaskCode;
import java.util.Optional;

/** Finds the reducer that an app asks for. */
public final class Reducers {
  private Reducers() {}

  /** The same as below, with classes from the class path of Strait. */
  public static Optional<Reducer> of(TaskSpec spec) {
    return of(spec, TaskSpec.ownLoader());
  }

  /**
   * A new reducer for the results of these tasks; none where results are not combined.
   *
   * @throws IllegalArgumentException if the class that combines is not there
   */
  public static Optional<Reducer> of(TaskSpec spec, ClassLoader loader) {
    return switch (spec.reduction()) {
      case NONE, CONCAT -> Optional.empty();
      case SUM, MIN, MAX -> throw new UnsupportedOperationException("not yet");
      case OWN -> Optional.of(new OwnReducer(FarmClass.load(className(spec), loader)));
    };
  }

  private static String className(TaskSpec spec) {
    if (spec.code() instanceof TaskCode.JavaClass java) {
      return java.name();
    }
    throw new IllegalArgumentException("reduce is own, expected run: {class: …}");
  }
}
