package io.strait.farm.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;

/** The app files and plan files of {@code kind: farm}. */
public record FarmFormat() implements FileFormat<FarmApp, FarmPlan> {
  public static final FarmFormat INSTANCE = new FarmFormat();

  @Override
  public String kind() {
    return "farm";
  }

  @Override
  public FarmApp read(Document app) {
    return FarmFile.read(app);
  }

  @Override
  public Inputs<FarmApp> inputs(Document grid, Document app) {
    return FarmFile.inputs(grid, app);
  }

  @Override
  public Tree app(FarmApp app) {
    return FarmFile.tree(app);
  }

  @Override
  public FarmPlan plan(Inputs<FarmApp> inputs, Document document, Node section) {
    return FarmPlanFile.read(inputs, document, section);
  }

  @Override
  public Tree section(FarmPlan plan) {
    return FarmPlanFile.section(plan);
  }
}
