package io.strait.fuzz;

import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.InputException;
import java.util.List;

/** Grid files. */
public final class GridFuzz {
  private GridFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Grid grid;
    try {
      grid = GridFile.read(Document.read(Samples.file(input)));
    } catch (InputException e) {
      return;
    }
    var yaml = GridTree.of(grid).yaml();
    Samples.same(grid, GridFile.read(Document.parse("yaml", yaml)), yaml);
    var json = GridTree.of(grid).json();
    Samples.same(grid, GridFile.read(Document.parse("json", json)), json);
  }

  static List<byte[]> seeds() {
    return Samples.examples("grid.yaml");
  }

  static List<String> words() {
    return Samples.keys("grid");
  }
}
