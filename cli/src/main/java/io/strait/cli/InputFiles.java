package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.measure.ThisMachine;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The documents that the words on the command line stand for.
 *
 * @param kind of the app
 */
record InputFiles(Document grid, Document app, RunFile run, Kind<?, ?> kind) {

  /**
   * A grid and an app, a folder that holds both and perhaps a run.yaml, or a plan that was made of
   * both.
   */
  static InputFiles find(Kinds kinds, List<Path> files) {
    return find(kinds, files, false);
  }

  /** The same for a run, which needs no estimate: an app alone need not say how much work it is. */
  static InputFiles toRun(Kinds kinds, List<Path> files) {
    return find(kinds, files, true);
  }

  private static InputFiles find(Kinds kinds, List<Path> files, boolean runs) {
    if (files.size() == 2) {
      var grid = Document.read(files.get(0));
      return of(kinds, grid, Document.read(files.get(1)), RunFile.EMPTY);
    }
    var only = files.getFirst();
    if (runs
        && Files.exists(only.resolve("app.yaml"))
        && !Files.exists(only.resolve("grid.yaml"))) {
      only = only.resolve("app.yaml");
    }
    if (Files.isDirectory(only)) {
      var file = only.resolve("run.yaml");
      var grid = Document.read(only.resolve("grid.yaml"));
      var app = Document.read(only.resolve("app.yaml"));
      var found = of(kinds, grid, app, RunFile.EMPTY);
      return Files.exists(file)
          ? new InputFiles(
              grid, app, RunFile.read(Document.read(file), kinds.runKeys()), found.kind())
          : found;
    }
    var document = Document.read(only);
    if (PlanFile.isPlan(document)) {
      return ofPlan(kinds.ofPlan(document), document);
    }
    if (document.root() instanceof Node.Mapping root && root.get("app") != null) {
      var here =
          root.get("work") == null && runs
              ? ThisMachine.unmeasured()
              : GridTree.of(ThisMachine.grid()).yaml();
      return of(kinds, Document.parse("this machine", here), document, RunFile.EMPTY);
    }
    throw document.error(
        document.root(),
        "the file is neither a plan nor an app, expected GRID APP, a folder with grid.yaml and"
            + " app.yaml, a plan, or an app alone");
  }

  private static InputFiles of(Kinds kinds, Document grid, Document app, RunFile run) {
    if (app.root() instanceof Node.Mapping root && root.get("kind") == null) {
      GridFile.read(grid); // files in the wrong order are the likelier mistake
    }
    return new InputFiles(grid, app, run, kinds.ofApp(app));
  }

  private static <A extends App, P> InputFiles ofPlan(Kind<A, P> kind, Document document) {
    var file = PlanFile.read(document, kind.files());
    return new InputFiles(
        file.inputs().gridDocument(),
        file.inputs().appDocument(),
        kind.madeWith(file.plan()),
        kind);
  }
}
