package io.strait.kind.file;

import io.strait.model.App;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan file: the grid and the app that the plan was made for, and the plan under the name of its
 * kind.
 *
 * @param <A> apps of one kind
 * @param <P> plans of that kind
 */
public record PlanFile<A extends App, P>(Inputs<A> inputs, P plan) {

  /** Whether the document is a plan rather than a grid or an app. */
  public static boolean isPlan(Document document) {
    return document.root() instanceof Node.Mapping root && root.get("plan") != null;
  }

  /** The kind of application that a plan is for, among the given kinds. */
  public static String kind(Document document, List<String> kinds) {
    if (!isPlan(document)) {
      throw document.error(
          document.root(), "the file is not a plan, expected one that strait plan wrote");
    }
    var root = Fields.mapping(document, document.root(), "the plan file");
    for (var kind : kinds) {
      if (root.get(kind) != null) {
        return kind;
      }
    }
    // What is wrong with the rest is the likelier mistake, and gets the better message.
    var fields = Fields.any(document, root, "the plan file");
    GridFile.read(new Document(document.source(), fields.required("grid")));
    fields.required("app");
    throw document.error(
        root,
        "the plan file has no plan, expected one of these keys: %s"
            .formatted(String.join(", ", kinds)));
  }

  /** Reads a plan file of one kind. */
  public static <A extends App, P> PlanFile<A, P> read(Document document, FileFormat<A, P> format) {
    var fields =
        Fields.of(document, document.root(), "the plan file", "plan", "grid", "app", format.kind());
    var inputs =
        format.inputs(
            new Document(document.source(), fields.required("grid")),
            new Document(document.source(), fields.required("app")));
    return new PlanFile<>(
        inputs, format.planReader().read(inputs, document, fields.required(format.kind())));
  }

  /** This file, ready to print. */
  public Tree tree(FileFormat<A, P> format) {
    return new Tree()
        .put("plan", inputs.app().name() + "-on-" + inputs.grid().name())
        .put("grid", GridTree.of(inputs.grid()))
        .put("app", format.app(inputs.app()))
        .put(format.kind(), format.planWriter().apply(plan));
  }

  /** The texts of a list. */
  public static List<String> texts(Document document, Fields fields, String key) {
    var texts = new ArrayList<String>();
    for (var item : Fields.items(document, fields.required(key), key)) {
      texts.add(Fields.text(document, item, key));
    }
    return texts;
  }

  /** A plain number; NaN if the file says null, which means that it does not apply. */
  public static double number(Document document, Fields fields, String key) {
    var node = fields.required(key);
    var text = Fields.text(document, node, key);
    if (text.equals("null")) {
      return Double.NaN;
    }
    if (text.equals(Tree.UNLIMITED)) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double value = PlainNumber.decimal(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number that is not finite
    }
    throw document.error(
        node, "%s is '%s', expected a number, null or unlimited".formatted(key, text));
  }
}
