package io.strait.stencil.file;

import io.strait.kind.file.Inputs;
import io.strait.model.Cluster;
import io.strait.model.HostGroup;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that a stencil and a grid fit each other. */
final class StencilInputs {
  private final Inputs<StencilApp> inputs;
  private final StencilApp app;

  StencilInputs(Inputs<StencilApp> inputs) {
    this.inputs = inputs;
    this.app = inputs.app();
  }

  public void check() {
    long ranks = 0;
    for (var cluster : clusters()) {
      for (int i = 0; i < cluster.hosts().size(); i++) {
        var group = cluster.hosts().get(i);
        if (group.role().mayWork()) {
          checkRate(cluster, i, group);
          ranks += group.size();
        }
      }
    }
    @Nullable Node processors =
        inputs.appDocument().root() instanceof Node.Mapping root ? root.get("processors") : null;
    if (processors instanceof Node.Sequence list && list.items().size() == 2) {
      long rows = app.processorRows();
      long columns =
          Fields.whole(
              inputs.appDocument(), list.items().get(1), "processors", 1, Integer.MAX_VALUE);
      if (rows * columns != ranks) {
        throw inputs
            .appDocument()
            .error(
                list,
                "processors is [%d, %d], expected %d processors, one for each host that works"
                    .formatted(rows, columns, ranks));
      }
    }
  }

  private void checkRate(Cluster cluster, int index, HostGroup group) {
    if (app.costPerCell() == null
        && !group.rates().containsKey(app.name())
        && !group.rates().containsKey(HostGroup.ANY_APP)) {
      throw inputs
          .gridDocument()
          .error(
              inputs.hostNode(cluster.name(), index),
              "host '%s' has no rate for app '%s', expected rate: {%s: …/s} in cells per second, or cost-per-cell: … ns in the app file"
                  .formatted(group.name(), app.name(), app.name()));
    }
  }

  /** The clusters that the app arranges, or all. */
  private List<Cluster> clusters() {
    if (app.arrangement().isEmpty()) {
      return inputs.grid().clusters();
    }
    var found = new ArrayList<Cluster>();
    for (int i = 0; i < app.arrangement().size(); i++) {
      for (int j = 0; j < app.arrangement().get(i).size(); j++) {
        found.add(cluster(app.arrangement().get(i).get(j), i, j));
      }
    }
    return found;
  }

  private Cluster cluster(String name, int row, int column) {
    for (var cluster : inputs.grid().clusters()) {
      if (cluster.name().equals(name)) {
        return cluster;
      }
    }
    var names = inputs.grid().clusters().stream().limit(8).map(Cluster::name).toList();
    throw inputs
        .appDocument()
        .error(
            place(row, column),
            "unknown cluster '%s', expected one of: %s".formatted(name, String.join(", ", names)));
  }

  private Node place(int row, int column) {
    var root = inputs.appDocument().root();
    if (root instanceof Node.Mapping mapping
        && mapping.get("clusters") instanceof Node.Sequence clusters) {
      var first = clusters.items().get(row);
      return first instanceof Node.Sequence names
          ? names.items().get(column)
          : clusters.items().get(column);
    }
    return root;
  }
}
