package io.strait.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.lab.host.Quotas;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotasTest {
  private static Grid grid(String hosts) {
    return GridFile.read(
        Document.parse(
            "grid.yaml", "grid: g\nhome: a\nclusters: {a: {hosts: [%s]}}".formatted(hosts)));
  }

  @Test
  void theFastestHasItsCoresAndOthersTheirPart() {
    var grid =
        grid(
            "{name: big, speed: 4 Gflop/s, cores: 2}, {name: s, count: 2, speed: 1 Gflop/s},"
                + " {name: busy, speed: 4 Gflop/s, available: 50%}, {name: plain}");
    // 8 Gflop/s are 2 CPUs.
    assertThat(Quotas.of(grid, 8))
        .isEqualTo(Map.of("big", 2.0, "s1", 0.25, "s2", 0.25, "busy", 0.5));
  }

  @Test
  void noneHasMoreThanTheMachine() {
    var grid = grid("{name: big, speed: 1 Gflop/s, cores: 16}, {name: small, speed: 1 Gflop/s}");
    assertThat(Quotas.of(grid, 2)).containsEntry("big", 2.0).containsEntry("small", 0.125);
  }

  @Test
  void ratesStandForSpeeds() {
    var grid = grid("{name: q, rate: {app: 4/s}}, {name: r, rate: {app: 1/s}}, {name: front}");
    assertThat(Quotas.of(grid, 2)).isEqualTo(Map.of("q", 1.0, "r", 0.25));
  }

  @Test
  void aGridWithoutSpeedsIsRefused() {
    assertThatThrownBy(() -> Quotas.of(grid("{name: q}"), 2))
        .isInstanceOf(InputException.class)
        .hasMessage("no host of the grid has a speed or a rate, expected some for --quota");
  }
}
