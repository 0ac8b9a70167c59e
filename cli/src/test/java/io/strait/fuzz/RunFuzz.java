package io.strait.fuzz;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.RunFile;
import java.util.List;

/** Run files. */
public final class RunFuzz {
  private RunFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      RunFile.read(Document.read(Samples.file(input)));
    } catch (InputException e) {
      // refused, as it should be
    }
  }

  static List<byte[]> seeds() {
    return Samples.examples("run.yaml");
  }

  static List<String> words() {
    return Samples.keys("run");
  }
}
