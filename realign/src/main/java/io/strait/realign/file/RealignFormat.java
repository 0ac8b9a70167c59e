package io.strait.realign.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;

/** The app files and plan files of {@code kind: realign}. */
public record RealignFormat() implements FileFormat<RealignApp, RealignPlan> {
  public static final RealignFormat INSTANCE = new RealignFormat();

  @Override
  public String kind() {
    return "realign";
  }

  @Override
  public RealignApp read(Document app) {
    return RealignFile.read(app);
  }

  @Override
  public Inputs<RealignApp> inputs(Document grid, Document app) {
    return RealignFile.inputs(grid, app);
  }

  @Override
  public Tree app(RealignApp app) {
    return RealignFile.tree(app);
  }

  @Override
  public RealignPlan plan(Inputs<RealignApp> inputs, Document document, Node section) {
    return RealignPlanFile.read(inputs, document, section);
  }

  @Override
  public Tree section(RealignPlan plan) {
    return RealignPlanFile.section(plan);
  }
}
