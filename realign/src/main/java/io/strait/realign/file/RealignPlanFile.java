package io.strait.realign.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.Span;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignPlan.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A realignment's plan as a tree and as a file: the JSON of {@code plan}, and what {@code -o}
 * writes.
 */
public final class RealignPlanFile {
  /** How files of {@code kind: realign} are read and written. */
  public static final FileFormat<RealignApp, RealignPlan> FORMAT =
      new FileFormat<>(
          "realign",
          RealignFile::read,
          RealignFile::inputs,
          RealignFile::tree,
          RealignPlanFile::read,
          RealignPlanFile::section);

  /** How a file writes a numbering that leaves everything where its number says. */
  private static final String NATURAL = "natural";

  private static final String MOST = "most_time_s";

  private final Document document;

  private RealignPlanFile(Document document) {
    this.document = document;
  }

  /** The JSON of {@code plan}. */
  public static Tree json(Grid grid, RealignPlan plan) {
    var source = plan.numberings().getFirst();
    var after = plan.after();
    var tree =
        new Tree()
            .put("interior", after.traffic().interior())
            .put("external", after.traffic().external())
            .put("cost", after.cost())
            .put("lower_bound", plan.lowerBound())
            .put("gap", plan.gap())
            .put("optimal", plan.isOptimal())
            .put("unit", Fields.lower(plan.unit()))
            .put("method", plan.method())
            .put("time_s", after.seconds())
            .putIfPresent(MOST, after.span().isNarrow() ? null : after.span().most())
            .put("bound_by", after.boundBy())
            .put("interior_bytes", after.traffic().interiorBytes())
            .put("external_bytes", after.traffic().externalBytes())
            .put("before", side(plan.before()))
            .put("permutation", numbers(source))
            .put("inverse", numbers(source.inverse()))
            .put("target_permutation", numbers(plan.numberings().getLast()))
            .put("clusters", grid.clusters().stream().map(c -> c.name()).toList())
            .put("messages", matrix(after.traffic(), false))
            .put("bytes", matrix(after.traffic(), true));
    if (plan.numberings().size() > 2) {
      tree.put("numberings", plan.numberings().stream().map(RealignPlanFile::numbers).toList());
    }
    return tree.put("notes", plan.notes());
  }

  /** What natural order, or a numbering, brings. */
  public static Tree side(Side side) {
    var tree =
        new Tree()
            .put("interior", side.traffic().interior())
            .put("external", side.traffic().external())
            .put("cost", side.cost())
            .put("interior_bytes", side.traffic().interiorBytes())
            .put("external_bytes", side.traffic().externalBytes());
    return predicted(tree, side);
  }

  private static List<Integer> numbers(Permutation numbering) {
    return Arrays.stream(numbering.toArray()).boxed().toList();
  }

  /** Rows of numbers: from the first cluster to each, and so on. */
  private static List<List<Long>> matrix(ClusterTraffic traffic, boolean bytes) {
    var rows = new ArrayList<List<Long>>();
    for (int from = 0; from < traffic.clusters(); from++) {
      var row = new ArrayList<Long>();
      for (int to = 0; to < traffic.clusters(); to++) {
        row.add(bytes ? traffic.bytes(from, to) : traffic.messages(from, to));
      }
      rows.add(row);
    }
    return rows;
  }

  /** The section of a plan file. */
  static Tree section(RealignPlan plan) {
    return new Tree()
        .put("method", plan.method())
        .put("unit", Fields.lower(plan.unit()))
        .put("lower_bound", plan.lowerBound())
        .put("before", predicted(new Tree().put("cost", plan.before().cost()), plan.before()))
        .put("after", predicted(new Tree().put("cost", plan.after().cost()), plan.after()))
        .put(
            "numberings",
            plan.numberings().stream()
                .map(each -> each.isIdentity() ? (Object) NATURAL : numbers(each))
                .toList())
        .put("notes", plan.notes());
  }

  private static Tree predicted(Tree tree, Side side) {
    return tree.put("time_s", side.seconds())
        .putIfPresent(MOST, side.span().isNarrow() ? null : side.span().most())
        .put("bound_by", side.boundBy())
        .put("messages", matrix(side.traffic(), false))
        .put("bytes", matrix(side.traffic(), true));
  }

  /** Reads what {@link #section} wrote. */
  static RealignPlan read(Inputs<RealignApp> inputs, Document document, Node section) {
    return new RealignPlanFile(document)
        .plan(
            section,
            inputs.grid().clusters().size(),
            RealignInputs.processors(inputs.grid()),
            inputs.app().phases().size());
  }

  private RealignPlan plan(Node node, int clusters, int processors, int phases) {
    var fields =
        Fields.of(
            document,
            node,
            "realign",
            "method",
            "unit",
            "lower_bound",
            "before",
            "after",
            "numberings",
            "notes");
    fields.required("unit");
    var list = fields.required("numberings");
    var numberings = new ArrayList<Permutation>();
    for (var item : Fields.items(document, list, "numberings")) {
      numberings.add(numbering(item, processors));
    }
    if (numberings.size() != phases) {
      throw document.error(
          list,
          "numberings has %d items, expected %d, one for each distribution"
              .formatted(numberings.size(), phases));
    }
    return new RealignPlan(
        fields.choice("unit", RealignPlan.Unit.MESSAGES),
        numberings,
        side(fields.required("before"), "before", clusters),
        side(fields.required("after"), "after", clusters),
        PlanFile.number(document, fields, "lower_bound"),
        Fields.text(document, fields.required("method"), "method"),
        PlanFile.texts(document, fields, "notes"));
  }

  /** Each processor once: what is wrong is reported where it stands. */
  private Permutation numbering(Node node, int processors) {
    if (node instanceof Node.Scalar scalar && scalar.text().equals(NATURAL)) {
      return Permutation.identity(processors);
    }
    var items = Fields.items(document, node, "a numbering");
    if (items.size() != processors) {
      throw document.error(
          node,
          "a numbering has %d processors, but %d hosts work; expected each of 0 to %d once"
              .formatted(items.size(), processors, processors - 1));
    }
    var places = new int[processors];
    Arrays.fill(places, -1);
    var found = new int[processors];
    for (int block = 0; block < processors; block++) {
      var item = items.get(block);
      int processor = (int) Fields.whole(document, item, "a numbering", 0, processors - 1);
      if (places[processor] >= 0) {
        throw document.error(
            item,
            "blocks %d and %d are both on processor %d, expected each of 0 to %d once"
                .formatted(places[processor], block, processor, processors - 1));
      }
      places[processor] = block;
      found[block] = processor;
    }
    return Permutation.of(found);
  }

  private Side side(Node node, String what, int clusters) {
    var fields =
        Fields.of(document, node, what, "cost", "time_s", MOST, "bound_by", "messages", "bytes");
    var messages = rows(fields.required("messages"), "messages", clusters);
    var bytes = rows(fields.required("bytes"), "bytes", clusters);
    var traffic = new ClusterTraffic(clusters);
    for (int i = 0; i < messages.length; i++) {
      traffic.add(i / clusters, i % clusters, messages[i], bytes[i]);
    }
    return new Side(
        traffic,
        PlanFile.number(document, fields, "cost"),
        Span.read(document, fields, "time_s", "time_s", MOST),
        Fields.text(document, fields.required("bound_by"), "bound_by"));
  }

  private long[] rows(Node node, String what, int clusters) {
    var rows = Fields.items(document, node, what);
    checkSize(node, what, rows.size(), clusters);
    var values = new long[clusters * clusters];
    for (int from = 0; from < clusters; from++) {
      var row = Fields.items(document, rows.get(from), what);
      checkSize(rows.get(from), what, row.size(), clusters);
      for (int to = 0; to < clusters; to++) {
        values[from * clusters + to] = Fields.whole(document, row.get(to), what, 0, Long.MAX_VALUE);
      }
    }
    return values;
  }

  private void checkSize(Node node, String what, int size, int clusters) {
    if (size != clusters) {
      throw document.error(
          node,
          "%s has %d items, expected %d, one for each cluster".formatted(what, size, clusters));
    }
  }
}
