package io.strait.program.file;

import io.strait.kind.file.Inputs;
import io.strait.model.HostGroup;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that a program and a grid fit each other. */
final class ProgramInputs {
  private final Inputs<ProgramApp> inputs;

  ProgramInputs(Inputs<ProgramApp> inputs) {
    this.inputs = inputs;
  }

  void check() {
    @Nullable String reference = inputs.app().measuredOn();
    if (reference != null && !has(reference)) {
      throw unknown("measured-on", inputs.appNode("measured-on"), reference);
    }
    inputs
        .app()
        .place()
        .forEach(
            (calculation, hosts) -> {
              for (int i = 0; i < hosts.size(); i++) {
                if (!has(hosts.get(i))) {
                  throw unknown("place", place(calculation, i), hosts.get(i));
                }
              }
            });
    checkSlices();
    checkSpeeds();
  }

  /**
   * Refuses slices in which a calculation stands before one whose data it waits for, or beside it
   * on another host: hosts work at a slice at the same time, and one host does all its own in turn.
   */
  private void checkSlices() {
    var app = inputs.app();
    var index = new HashMap<String, Integer>();
    for (int i = 0; i < app.slices().size(); i++) {
      for (var name : app.slices().get(i)) {
        index.put(name, i);
      }
    }
    for (var edge : app.data()) {
      if (index.isEmpty() || edge.late()) {
        continue;
      }
      int from = index.getOrDefault(edge.from(), 0);
      int to = index.getOrDefault(edge.to(), 0);
      if (to < from || (to == from && !isOneHost(edge))) {
        throw inputs
            .appDocument()
            .error(
                sliceNode(to, edge.to()),
                "'%s' waits for data of '%s', which is in no earlier slice; expected '%s' in a later slice, late: true on the data, or both placed on one host"
                    .formatted(edge.to(), edge.from(), edge.to()));
      }
    }
  }

  /** Whether the user placed both ends on one host. */
  private boolean isOneHost(DataEdge edge) {
    var hosts = inputs.app().place().getOrDefault(edge.from(), List.of());
    return hosts.size() == 1
        && hosts.equals(inputs.app().place().get(edge.to()))
        && inputs.grid().clusters().stream()
            .flatMap(cluster -> cluster.hosts().stream())
            .anyMatch(group -> group.has(hosts.getFirst()));
  }

  private Node sliceNode(int slice, String calculation) {
    if (inputs.appNode("slices") instanceof Node.Sequence all
        && all.items().get(slice) instanceof Node.Sequence row) {
      return row.items().get(inputs.app().slices().get(slice).indexOf(calculation));
    }
    return inputs.appNode("slices");
  }

  /** Where the app file names a host of a calculation. */
  private Node place(String calculation, int index) {
    if (inputs.appNode("place") instanceof Node.Mapping all) {
      @Nullable Node node = all.get(calculation);
      if (node != null) {
        return node instanceof Node.Sequence list ? list.items().get(index) : node;
      }
    }
    return inputs.appNode("place");
  }

  /** Whether a host or a group of hosts has this name. */
  private boolean has(String name) {
    return inputs.grid().clusters().stream()
        .flatMap(cluster -> cluster.hosts().stream())
        .anyMatch(group -> group.name().equals(name) || group.has(name));
  }

  private InputException unknown(String key, Node node, String host) {
    var names =
        inputs.grid().clusters().stream()
            .flatMap(cluster -> cluster.hosts().stream())
            .map(HostGroup::name)
            .limit(8)
            .toList();
    return inputs
        .appDocument()
        .error(
            node,
            "%s names host '%s', which the grid does not have; expected one of: %s"
                .formatted(key, host, String.join(", ", names)));
  }

  /** Either all hosts have a speed or none has, because only their ratios count. */
  private void checkSpeeds() {
    boolean any = false;
    for (var cluster : inputs.grid().clusters()) {
      any |= cluster.hosts().stream().anyMatch(group -> group.speed() != null);
    }
    for (var cluster : inputs.grid().clusters()) {
      for (int i = 0; any && i < cluster.hosts().size(); i++) {
        var group = cluster.hosts().get(i);
        if (group.role().mayWork() && group.speed() == null) {
          throw inputs
              .gridDocument()
              .error(
                  inputs.hostNode(cluster.name(), i),
                  "host '%s' has no speed, which others have; expected speed: … Gflop/s"
                      .formatted(group.name()));
        }
      }
    }
  }
}
