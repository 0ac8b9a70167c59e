package io.strait.fuzz;

import io.strait.cli.Kinds;
import io.strait.farm.file.FarmRunFile;
import io.strait.kind.file.RunFile;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.util.List;

/** Run files. */
public final class RunFuzz {
  private RunFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      var run = RunFile.read(Document.read(Samples.file(input)), Kinds.ALL.runKeys());
      FarmRunFile.of(run);
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
