package io.strait.program.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which slices fit the data flow a to b to c, with late data from c to a. */
class ProgramSlicesTest {
  private static final String GRID =
      """
      grid: lab
      clusters: {lab: {hosts: [{name: pc, count: 2}, {name: one}]}}
      """;

  private static ProgramApp app(String slices, String place) {
    var text =
        """
        app: flow
        kind: program
        calculations:
          a: {time: 1 s}
          b: {time: 1 s, split: true}
          c: {time: 1 s}
        data:
          - {from: a, to: b, volume: 1 kB}
          - {from: b, to: c, volume: 1 kB}
          - {from: c, to: a, volume: 1 kB, late: true}
        slices: [%s]
        place: {%s}
        """
            .formatted(slices, place);
    return ProgramFile.inputs(Document.parse("grid.yaml", GRID), Document.parse("app.yaml", text))
        .app();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [a], [b], [c]   | a: pc1
          [a, b], [c]     | a: pc1, b: pc1
          [a, b, c]       | a: one, b: one, c: one
          [a], [b, c]     | b: [pc2], c: pc2
          """)
  void right(String slices, String place) {
    assertThat(app(slices, place).slices()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [a, b, c]       | a: pc1                  | app.yaml:11:14: 'b' waits for data of 'a'
          [a, b], [c]     | a: pc1, b: pc2          | app.yaml:11:14: 'b' waits for data of 'a'
          [a, b], [c]     | a: pc, b: pc            | app.yaml:11:14: 'b' waits for data of 'a'
          [a, b], [c]     | a: pc1, b: [pc1, pc2]   | app.yaml:11:14: 'b' waits for data of 'a'
          [a], [c], [b]   | a: pc1                  | app.yaml:11:16: 'c' waits for data of 'b'
          [c], [b], [a]   | a: one, b: one, c: one  | app.yaml:11:16: 'b' waits for data of 'a'
          """)
  void wrong(String slices, String place, String words) {
    assertThatThrownBy(() -> app(slices, place))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(words)
        .hasMessageContaining("expected");
  }
}
