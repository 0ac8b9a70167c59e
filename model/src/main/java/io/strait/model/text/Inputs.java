package io.strait.model.text;

import io.strait.model.App;
import io.strait.model.FarmApp;
import io.strait.model.Grid;
import io.strait.model.RealignApp;
import io.strait.model.StencilApp;
import io.strait.model.quantity.Rate;
import org.jspecify.annotations.Nullable;

/** A grid and an app that were read together and fit each other. */
public record Inputs(Document gridDocument, Document appDocument, Grid grid, App app) {

  private static final double FASTEST = 1e9;

  /** Reads both and checks that every host that may work says how fast it is at this app. */
  public static Inputs read(Document gridDocument, Document appDocument) {
    var inputs =
        new Inputs(
            gridDocument, appDocument, GridFile.read(gridDocument), AppFile.read(appDocument));
    switch (inputs.app) {
      case FarmApp farm -> {
        inputs.checkDirections();
        inputs.checkRates(farm);
      }
      case StencilApp stencil -> {
        inputs.checkDirections();
        new StencilInputs(inputs, stencil).check();
      }
      case RealignApp realign -> new RealignInputs(inputs, realign).check();
    }
    return inputs;
  }

  /** Refuses links that differ by direction, which this kind of app would not notice. */
  private void checkDirections() {
    if (gridDocument.root() instanceof Node.Mapping root
        && root.get("links") instanceof Node.Sequence links) {
      for (var link : links.items()) {
        @Nullable Node back = link instanceof Node.Mapping mapping ? mapping.get("back") : null;
        if (back != null) {
          throw gridDocument.error(
              back,
              "a link has 'back', which only a realignment heeds; expected none for app '%s'"
                  .formatted(app.name()));
        }
      }
    }
  }

  private void checkRates(FarmApp app) {
    for (var cluster : grid.clusters()) {
      for (int i = 0; i < cluster.hosts().size(); i++) {
        var group = cluster.hosts().get(i);
        @Nullable Rate rate = group.workRate(app);
        if (rate != null && rate.perSecond() > FASTEST) {
          throw gridDocument.error(
              hostNode(cluster.name(), i),
              "host '%s' would do %s of app '%s', expected at most %.0e/s"
                  .formatted(group.name(), rate, app.name(), FASTEST));
        }
        if (group.role().mayWork() && rate == null) {
          throw gridDocument.error(
              hostNode(cluster.name(), i),
              "host '%s' has no rate for app '%s', expected %s, or role: master"
                  .formatted(
                      group.name(),
                      app.name(),
                      group.speed() == null
                          ? "rate: {%s: …/s}, or a speed and the app's work".formatted(app.name())
                          : "work: … flop in the app file, which goes with the host's speed"));
        }
      }
    }
  }

  /** Where the index-th host of a cluster stands in the grid file. */
  Node hostNode(String cluster, int index) {
    if (gridDocument.root() instanceof Node.Mapping root
        && root.get("clusters") instanceof Node.Mapping clusters
        && clusters.get(cluster) instanceof Node.Mapping found
        && found.get("hosts") instanceof Node.Sequence hosts) {
      return hosts.items().get(index);
    }
    return gridDocument.root();
  }
}
