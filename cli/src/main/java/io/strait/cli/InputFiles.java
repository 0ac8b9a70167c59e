package io.strait.cli;

import io.strait.measure.ThisMachine;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.Node;
import io.strait.model.text.PlanFile;
import io.strait.model.text.RealignPlanFile;
import io.strait.model.text.RunFile;
import io.strait.model.text.StencilPlanFile;
import io.strait.plan.PlanOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents that the words on the command line stand for. */
record InputFiles(Document grid, Document app, RunFile run) {

  /**
   * A grid and an app, a folder that holds both and perhaps a run.yaml, or a plan that was made of
   * both.
   */
  static InputFiles find(List<Path> files) {
    return find(files, false);
  }

  /** The same for a run, which needs no estimate: an app alone need not say how much work it is. */
  static InputFiles toRun(List<Path> files) {
    return find(files, true);
  }

  private static InputFiles find(List<Path> files, boolean runs) {
    if (files.size() == 2) {
      return new InputFiles(
          Document.read(files.get(0)), Document.read(files.get(1)), RunFile.EMPTY);
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
      var run = Files.exists(file) ? RunFile.read(Document.read(file)) : RunFile.EMPTY;
      checkMaster(run, grid);
      return new InputFiles(grid, app, run);
    }
    var document = Document.read(only);
    if (document.root() instanceof Node.Mapping root && root.get("plan") != null) {
      if (PlanFile.isStencil(document)) {
        var inputs = StencilPlanFile.read(document).inputs();
        return new InputFiles(inputs.gridDocument(), inputs.appDocument(), RunFile.EMPTY);
      }
      if (PlanFile.isRealign(document)) {
        var inputs = RealignPlanFile.read(document).inputs();
        return new InputFiles(inputs.gridDocument(), inputs.appDocument(), RunFile.EMPTY);
      }
      var content = PlanFile.read(document);
      var plan = content.plan();
      return new InputFiles(
          content.inputs().gridDocument(),
          content.inputs().appDocument(),
          new RunFile(new Fraction(plan.efficiency()), plan.master(), plan.objective()));
    }
    if (document.root() instanceof Node.Mapping root && root.get("app") != null) {
      var here =
          root.get("work") == null && runs
              ? ThisMachine.unmeasured()
              : GridTree.of(ThisMachine.grid()).yaml();
      return new InputFiles(Document.parse("this machine", here), document, RunFile.EMPTY);
    }
    throw document.error(
        document.root(),
        "the file is neither a plan nor an app, expected GRID APP, a folder with grid.yaml and"
            + " app.yaml, a plan, or an app alone");
  }

  /** The planner knows no files, so it could not say where the name stands. */
  private static void checkMaster(RunFile run, Document document) {
    @Nullable String master = run.master();
    if (master == null || master.equals(PlanOptions.AUTO)) {
      return;
    }
    for (var cluster : GridFile.read(document).clusters()) {
      if (cluster.name().equals(master)
          || cluster.hosts().stream().anyMatch(group -> group.has(master))) {
        return;
      }
    }
    throw run.error(
        "master",
        "",
        "the master '%s' is not in %s, expected auto, a host or a cluster"
            .formatted(master, document.source()));
  }
}
