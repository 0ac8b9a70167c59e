package io.strait.run.task;

import io.strait.model.Element;
import io.strait.model.Reduction;
import io.strait.model.TaskCode;
import java.util.Arrays;
import java.util.List;

/** What a master tells its workers about the tasks. */
public final class SpecFuzz {
  private SpecFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    TaskSpec spec;
    try {
      spec = TaskSpec.decode(input);
    } catch (IllegalArgumentException e) {
      return;
    }
    var bytes = spec.encode();
    if (!Arrays.equals(bytes, TaskSpec.decode(bytes).encode())) {
      throw new AssertionError("read back differently");
    }
  }

  static List<byte[]> seeds() {
    var code = new TaskCode.Command("echo {x}");
    return List.of(
        new TaskSpec(9, code, Reduction.SUM, Element.DOUBLE, List.of("x"), List.of(), null)
            .encode());
  }
}
