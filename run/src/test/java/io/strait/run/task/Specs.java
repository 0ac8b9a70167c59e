package io.strait.run.task;

import io.strait.model.Element;
import io.strait.model.FarmApp;
import io.strait.model.Reduction;
import io.strait.model.TaskCode;
import io.strait.model.quantity.Bytes;

/** Apps and specs for tests. */
final class Specs {
  private Specs() {}

  static FarmApp app(int tasks, TaskCode code) {
    return new FarmApp("test", tasks, Bytes.ZERO, Bytes.ZERO, Reduction.NONE, null, null, code);
  }

  static TaskSpec reducing(Reduction reduction, Element element) {
    return new TaskSpec(
        10,
        new TaskCode.Command("true"),
        reduction,
        element,
        java.util.List.of(),
        java.util.List.of(),
        null);
  }

  static Reducer reducer(Reduction reduction, Element element) {
    return Reducers.of(reducing(reduction, element)).orElseThrow();
  }
}
