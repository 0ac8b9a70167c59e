package io.strait.realign.file;

import io.strait.kind.file.Inputs;
import io.strait.model.Grid;
import io.strait.model.text.Node;
import org.jspecify.annotations.Nullable;

/** Checks that a realignment and a grid fit each other. */
public final class RealignInputs {
  private final Inputs<RealignApp> inputs;
  private final RealignApp app;

  public RealignInputs(Inputs<RealignApp> inputs) {
    this.inputs = inputs;
    this.app = inputs.app();
  }

  public void check() {
    int processors = processors(inputs.grid());
    for (int i = 0; i < app.phases().size(); i++) {
      try {
        checkMemory(app.distribution(i, processors), i);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw inputs.appDocument().error(place(i), "%s: %s".formatted(name(i), e.getMessage()));
      }
    }
  }

  /** How many hosts of a grid work. */
  static int processors(Grid grid) {
    int processors = 0;
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        processors += group.role().mayWork() ? group.size() : 0;
      }
    }
    return processors;
  }

  /** A rank must have room for its part, whatever it does besides. */
  private void checkMemory(ArrayDistribution distribution, int phase) {
    @Nullable Long memory = app.memory();
    if (memory == null || !(app.data() instanceof RealignApp.Data.Memory)) {
      return;
    }
    long part = distribution.count(0);
    if (part > memory / app.elementBytes()) {
      throw inputs
          .appDocument()
          .error(
              inputs.appNode("memory"),
              "memory is %d B and a part of the %s array has %d elements of %d B, expected more"
                      .formatted(memory, name(phase), part, app.elementBytes())
                  + " memory, more hosts, or data: files");
    }
  }

  private String name(int phase) {
    if (app.phases().size() > 2) {
      return "phase " + (phase + 1);
    }
    return phase == 0 ? "source" : "target";
  }

  private Node place(int phase) {
    return inputs.appNode("phases") instanceof Node.Sequence phases
        ? phases.items().get(phase)
        : inputs.appNode(name(phase));
  }
}
