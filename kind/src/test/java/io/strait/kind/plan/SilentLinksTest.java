package io.strait.kind.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import org.junit.jupiter.api.Test;

class SilentLinksTest {
  private static Grid grid(String lan, String... links) {
    return GridFile.read(
        Document.parse(
            "grid.yaml",
            """
            grid: g
            home: a
            clusters:
              a: {%shosts: [{name: a1, rate: 1/s}]}
              b: {hosts: [{name: b1, rate: 1/s}]}
              c: {hosts: [{name: c1, rate: 1/s}]}
            links:
              - %s
            """
                .formatted(lan, String.join("\n  - ", links))));
  }

  @Test
  void aLinkWithoutFiguresAmongOthersIsTold() {
    assertThat(
            SilentLinks.of(grid("", "{between: [a, b], bandwidth: 1 MB/s}", "{between: [a, c]}")))
        .contains(
            "The grid file has no figures of link a-c: taken as free of delay and without a"
                + " limit.");
    assertThat(
            SilentLinks.of(
                grid("lan: {bandwidth: 1 MB/s}, ", "{between: [a, b]}", "{between: [a, c]}")))
        .contains(
            "The grid file has no figures of link a-b, a-c: taken as free of delay and without a"
                + " limit.");
  }

  @Test
  void aGridWithoutAnyFiguresIsMeant() {
    assertThat(SilentLinks.of(grid("", "{between: [a, b]}", "{between: [a, c]}"))).isEmpty();
  }

  @Test
  void anyFigureIsEnough() {
    assertThat(
            SilentLinks.of(
                grid(
                    "",
                    "{between: [a, b], bandwidth: 1 MB/s}",
                    "{between: [a, c], latency: 1 ms}")))
        .isEmpty();
  }
}
