package io.strait.farm.task;

import io.strait.farm.file.Reduction;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

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
    var java = new TaskCode.JavaClass("a.B", 1, Map.of("size", "9"), List.of());
    return List.of(
        new TaskSpec(9, java, Reduction.OWN, Element.LONG, List.of(), List.of(), null).encode(),
        new TaskSpec(9, code, Reduction.SUM, Element.DOUBLE, List.of("x"), List.of(), null)
            .encode());
  }
}
