package io.strait.stencil.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.text.InputException;
import io.strait.stencil.outcome.RankTimes.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankTimesTest {
  private static final String TWO =
      """
      rank	kind	seconds	bin_s	share_by_bin
      0	compute	2.0	1.0	1.000,0.500,0.500,0.000
      0	lan	1.0	1.0	0.000,0.500,0.500,0.000
      0	gap	1.0	1.0	0.000,0.000,0.000,1.000
      1	compute	2.0	2.0	1.500,0.000
      1	lan	3.0	2.0	0.500,0.000
      1	gap	0.0	2.0	0.000,0.000
      """;

  @TempDir private Path folder;

  private RankTimes read(String text) throws IOException {
    Files.writeString(folder.resolve("ranks.tsv"), text);
    return RankTimes.read(folder, 2);
  }

  @Test
  void sharesOfABinAreMeansOfWhatItCovers() throws IOException {
    var times = read(TWO);
    assertThat(times.span()).isEqualTo(4);
    assertThat(times.share(List.of(0, 1), Kind.LAN, 4)).isEqualTo(0.5);
    var shares = times.shares(List.of(0), 2, 4);
    assertThat(shares[Kind.COMPUTE.row]).containsExactly(0.75, 0.25);
    assertThat(shares[Kind.LAN.row]).containsExactly(0.25, 0.25);
    assertThat(shares[Kind.GAP.row]).containsExactly(0, 0.5);
    // Bins of the drawing may be narrower than those of the file, and of another number.
    var narrow = times.shares(List.of(0), 8, 4)[Kind.GAP.row];
    assertThat(narrow).containsExactly(0, 0, 0, 0, 0, 0, 1, 1);
    var three = times.shares(List.of(0), 3, 4)[Kind.COMPUTE.row];
    assertThat(three[0]).isCloseTo((1 + 0.5 / 3) / (4 / 3.0), within(1e-9));
  }

  @Test
  void whatWasCountedTwiceIsMadeToFit() throws IOException {
    var shares = read(TWO).shares(List.of(1), 2, 4);
    assertThat(shares[Kind.COMPUTE.row]).containsExactly(0.75, 0);
    assertThat(shares[Kind.LAN.row]).containsExactly(0.25, 0);
  }

  @Test
  void aFileThatWasCutAnywhereIsRefused() {
    for (int length = 0; length < TWO.length(); length++) {
      var cut = TWO.substring(0, length);
      assertThatThrownBy(() -> read(cut))
          .as("the first %d characters", length)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("ranks.tsv:")
          .hasMessageContaining("expected")
          .message()
          .hasLineCount(1);
    }
  }

  @Test
  void wrongValuesAreNamed() {
    assertWrong("1.000,0.500", "1.000,x", ":2: 'x', expected a number of 0 or more");
    assertWrong("1.000,0.500", "1.000,-1", ":2: '-1', expected a number of 0 or more");
    assertWrong("1.000,0.500", "1.000,NaN", ":2: 'NaN', expected a number of 0 or more");
    assertWrong("0\tlan", "0\tgap", ":3: '0<tab>gap<tab>1.0", "begin with 0<tab>lan");
    assertWrong("1\tgap", "2\tgap", ":7: '2<tab>gap", "begin with 1<tab>gap");
    assertWrong("2.0\t2.0\t", "2.0\t0\t", ":5: 2 bins of 0 s, expected");
    assertWrong(
        "rank\tkind", "rank,kind", ":1: not the times of ranks, expected the line 'rank<tab>");
  }

  private void assertWrong(String old, String now, String... messages) {
    assertThatThrownBy(() -> read(TWO.replace(old, now)))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(messages);
    assertThatThrownBy(() -> read(TWO + "2\tcompute\t0\t1\t\n"))
        .hasMessageContaining(":8: one more line, expected 2 ranks with 3 lines each");
  }
}
