package io.strait.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class IdleHostsTest {
  private static final Grid GRID =
      GridFile.read(
          Document.parse(
              "grid.yaml",
              """
              grid: g
              clusters:
                east: {hosts: [{name: big, count: 4, cores: 16}, {name: small, count: 4, cores: 2}]}
                west: {hosts: [{name: w, count: 3}]}
              links: [{between: [east, west]}]
              """));

  private static String hosts(int east) {
    var grid = IdleHosts.of(GRID, Map.of("east", east));
    var text = new StringBuilder();
    for (var cluster : grid.clusters()) {
      for (HostGroup group : cluster.hosts()) {
        text.append(
            "%s%d%s ".formatted(group.name(), group.size(), group.role().mayWork() ? "" : "!"));
      }
    }
    return text.toString().strip();
  }

  @Test
  void hostsTakeTheirCores() {
    assertThat(hosts(1000)).isEqualTo("big4 small4 w3");
    assertThat(hosts(72)).isEqualTo("big4 small4 w3");
    assertThat(hosts(70)).isEqualTo("big4 small3 w3");
    assertThat(hosts(40)).isEqualTo("big2 small4 w3");
    assertThat(hosts(3)).isEqualTo("small1 w3");
    assertThat(hosts(1)).isEqualTo("big4! w3");
  }
}
