package io.strait.program.plan;

import io.strait.model.text.Document;
import io.strait.program.file.ProgramFile;

/** Programs on grids, from the texts of their files. */
public final class Flows {
  private Flows() {}

  public static Flow of(String grid, String app) {
    var inputs =
        ProgramFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    return new Flow(inputs.grid(), inputs.app());
  }
}
