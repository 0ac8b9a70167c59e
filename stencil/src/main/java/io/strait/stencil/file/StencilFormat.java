package io.strait.stencil.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;

/** The app files and plan files of {@code kind: stencil}. */
public record StencilFormat() implements FileFormat<StencilApp, StencilPlan> {
  public static final StencilFormat INSTANCE = new StencilFormat();

  @Override
  public String kind() {
    return "stencil";
  }

  @Override
  public StencilApp read(Document app) {
    return StencilFile.read(app);
  }

  @Override
  public Inputs<StencilApp> inputs(Document grid, Document app) {
    return StencilFile.inputs(grid, app);
  }

  @Override
  public Tree app(StencilApp app) {
    return StencilFile.tree(app);
  }

  @Override
  public StencilPlan plan(Inputs<StencilApp> inputs, Document document, Node section) {
    return StencilPlanFile.read(inputs, document, section);
  }

  @Override
  public Tree section(StencilPlan plan) {
    return StencilPlanFile.section(plan);
  }
}
