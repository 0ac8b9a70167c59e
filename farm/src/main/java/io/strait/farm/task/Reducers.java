package io.strait.farm.task;

import io.strait.model.Element;
import java.util.Optional;

/** Finds the reducer that an app asks for. */
public final class Reducers {
  private static final int SUM = 0x10;
  private static final int MIN = 0x20;
  private static final int MAX = 0x30;

  private Reducers() {}

  /**
   * A new reducer for the results of these tasks; none where results are not combined.
   *
   * @throws IllegalArgumentException if the class that combines is not there
   */
  public static Optional<Reducer> of(TaskSpec spec, ClassLoader loader) {
    var element = spec.element();
    return switch (spec.reduction()) {
      case NONE, CONCAT -> Optional.empty();
      case SUM ->
          Optional.of(
              switch (element) {
                case FLOAT, DOUBLE -> new ExactSum(element, kind(SUM, element));
                case INT, LONG -> new WholeSum(element, kind(SUM, element));
              });
      case MIN -> Optional.of(new ExtremeReducer(element, true, kind(MIN, element)));
      case MAX -> Optional.of(new ExtremeReducer(element, false, kind(MAX, element)));
      case OWN -> Optional.of(new OwnReducer(spec.farm(loader)));
    };
  }

  /** What marks the partials of a kind of reducer, so that no other kind takes them for its own. */
  private static int kind(int reduction, Element element) {
    return reduction
        + switch (element) {
          case DOUBLE -> 1;
          case FLOAT -> 2;
          case INT -> 3;
          case LONG -> 4;
        };
  }
}
