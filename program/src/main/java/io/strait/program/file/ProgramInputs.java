package io.strait.program.file;

import io.strait.kind.file.Inputs;
import io.strait.model.HostGroup;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
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
    checkSpeeds();
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
