package io.strait.stencil.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Table 1 of paper <em>lhrp</em>. */
final class VersionTableTest {
  /** As printed: a row per cycle, columns 1 to 13. */
  private static final int[][] PRINTED = {
    {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1},
    {2, 2, 2, 2, 1, 0, 0, 1, 2, 2, 2, 2, 2},
    {3, 3, 2, 1, 1, 1, 1, 1, 2, 3, 3, 3, 3},
    {3, 3, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3},
    {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
    {4, 4, 4, 4, 4, 3, 3, 4, 4, 4, 4, 4, 4},
    {5, 5, 5, 4, 3, 3, 3, 4, 5, 5, 5, 5, 5},
    {6, 6, 5, 4, 4, 4, 4, 4, 5, 6, 6, 6, 6},
    {6, 6, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6},
    {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6},
    {7, 7, 7, 7, 6, 6, 6, 7, 7, 7, 7, 7, 7},
    {8, 8, 8, 7, 6, 6, 6, 7, 8, 8, 8, 8, 8},
    {9, 9, 8, 7, 7, 7, 7, 7, 8, 9, 9, 9, 9},
    {9, 9, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9},
    {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
  };

  /**
   * Cells that contradict the rest of the table, by cycle and column. At (2, 4) and (6, 5) a
   * version would go back in the next row; columns 8 and 7, their mirror images, have what the rule
   * gives; and column 5, which from row 7 on is the far border as column 6 is, runs ahead of it in
   * rows 1 and 2.
   */
  private static final Map<String, Integer> MISPRINTS =
      Map.of("2,4", 1, "1,5", 0, "2,5", 0, "6,5", 3);

  private final VersionTable table = VersionTable.of(2, 3, 15);

  @Test
  void theBorderNodes() {
    assertThat(IntStream.rangeClosed(1, 15).map(table::border))
        .containsExactly(1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7, 8, 9, 9, 9);
  }

  @Test
  void everyCell() {
    int differences = 0;
    for (int cycle = 1; cycle <= 15; cycle++) {
      for (int column = 1; column <= 13; column++) {
        int printed = PRINTED[cycle - 1][column - 1];
        Integer corrected = MISPRINTS.get(cycle + "," + column);
        assertThat(version(cycle, column))
            .as("cycle %d, column %d", cycle, column)
            .isEqualTo(corrected == null ? printed : corrected);
        differences += version(cycle, column) == printed ? 0 : 1;
      }
    }
    assertThat(differences).isEqualTo(MISPRINTS.size());
  }

  /** Which column of the rule a column of the table is. */
  private int version(int cycle, int column) {
    return switch (column) {
      case 3, 9 -> table.column(cycle, 1);
      case 4, 8 -> table.column(cycle, 2);
      case 5, 6, 7 -> table.farBorder(cycle);
      default -> table.border(cycle);
    };
  }

  /** In the long run B + 1 versions take G + B cycles. */
  @ParameterizedTest
  @CsvSource({"1,1", "2,3", "50,20", "7,100", "60,3", "10,10"})
  void theCostOfTheRule(int band, int gap) {
    int periods = 40;
    int cycles = periods * (gap + band);
    assertThat(VersionTable.of(band, gap, cycles).border(cycles)).isEqualTo(periods * (band + 1));
  }
}
