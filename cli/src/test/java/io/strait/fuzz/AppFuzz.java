package io.strait.fuzz;

import io.strait.model.App;
import io.strait.model.text.AppFile;
import io.strait.model.text.Document;
import io.strait.model.text.GridTree;
import io.strait.model.text.InputException;
import java.util.List;

/** App files. */
public final class AppFuzz {
  private AppFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    App app;
    try {
      app = AppFile.read(Document.read(Samples.file(input)));
    } catch (InputException e) {
      return;
    }
    var yaml = GridTree.of(app).yaml();
    Samples.same(app, AppFile.read(Document.parse("yaml", yaml)), yaml);
    var json = GridTree.of(app).json();
    Samples.same(app, AppFile.read(Document.parse("json", json)), json);
  }

  static List<byte[]> seeds() {
    return Samples.examples("{app,ep,povray}.yaml");
  }

  static List<String> words() {
    return Samples.keys("app");
  }
}
