package io.strait.farm.task;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Apps and specs for tests. */
final class Specs {
  private Specs() {}

  static FarmApp app(int tasks, TaskCode code) {
    return new FarmApp("test", tasks, Bytes.ZERO, Bytes.ZERO, Reduction.NONE, null, null, code);
  }

  static TaskSpec reducing(Reduction reduction, Element element) {
    return new TaskSpec(
        10, new TaskCode.Command("true"), reduction, element, List.of(), List.of(), null);
  }

  static Reducer reducer(Reduction reduction, Element element) {
    return Reducers.of(reducing(reduction, element), Reducers.class.getClassLoader()).orElseThrow();
  }

  /** Whether a process ends within a few seconds. One that only waits to be reaped has ended. */
  static boolean ends(long pid) throws InterruptedException {
    for (int i = 0; i < 500; i++) {
      if (ProcessHandle.of(pid).isEmpty()) {
        return true;
      }
      try {
        if (Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") Z ")) {
          return true;
        }
      } catch (IOException e) {
        // no such system, or the process is gone by now
      }
      Thread.sleep(10);
    }
    return false;
  }
}
