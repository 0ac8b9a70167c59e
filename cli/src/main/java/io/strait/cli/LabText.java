package io.strait.cli;

import io.strait.lab.Lab;
import io.strait.lab.control.LabServer;
import io.strait.lab.relay.Hosts;
import io.strait.model.Grid;
import io.strait.view.Format;
import java.io.IOException;
import java.util.List;

/** Labs as text. */
final class LabText {
  private LabText() {}

  static String up(Lab lab, Grid grid, double scale) {
    var hosts = Hosts.of(grid);
    return "lab %s is up: %d hosts in %d clusters, %d gateways%n"
        .formatted(
            lab.name(),
            grid.hostCount(),
            hosts.clusters().size(),
            hosts.clusters().size());
  }

  static String all(List<Lab> labs, Format format, Object style) {
    return String.join("", labs.stream().map(lab -> lab.name() + "\n").toList());
  }

  static String of(Lab lab, Format format, Object style) throws IOException {
    return lab.client().ask(LabServer.STATUS) + "\n";
  }
}
