package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.code.Settings;
import io.strait.model.Element;
import io.strait.stencil.file.Boundary;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifeTest {
  private static Whole life(int columns, int rows, Boundary boundary, Map<String, String> with) {
    return new Whole(new Life(), Whole.app(columns, rows, Element.INT, true, boundary), with);
  }

  private static String text(Whole whole) {
    var text = new StringBuilder();
    for (int y = 0; y < whole.app.rows(); y++) {
      for (int x = 0; x < whole.app.columns(); x++) {
        text.append(whole.at(x, y) == 1 ? 'o' : '.');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static int living(Whole whole) {
    return (int) text(whole).chars().filter(sign -> sign == 'o').count();
  }

  @Test
  void aGliderGoesOnAndReturnsOnATorus() {
    var whole = life(8, 8, Boundary.PERIODIC, Map.of("pattern", "glider"));
    var begin = text(whole);
    assertThat(begin)
        .isEqualTo(
            """
            ........
            ........
            ...o....
            ....o...
            ..ooo...
            ........
            ........
            ........
            """);
    whole.iterate(4);
    assertThat(text(whole))
        .isEqualTo(
            """
            ........
            ........
            ........
            ....o...
            .....o..
            ...ooo..
            ........
            ........
            """);
    whole.iterate(28);
    assertThat(text(whole)).isEqualTo(begin);
  }

  /** Its fate is well known: 116 cells after 1103 iterations, six gliders among them. */
  @Test
  void aLongLife() {
    var whole = life(700, 700, Boundary.FIXED, Map.of("pattern", "r-pentomino"));
    whole.iterate(1103);
    assertThat(living(whole)).isEqualTo(116);
    whole.iterate(1);
    assertThat(living(whole)).isEqualTo(116);
  }

  @Test
  void theGunShootsAGliderEveryThirtyIterations() {
    var whole = life(120, 120, Boundary.FIXED, Map.of("pattern", "gun"));
    assertThat(living(whole)).isEqualTo(36);
    whole.iterate(30);
    assertThat(living(whole)).isEqualTo(41);
    whole.iterate(30);
    assertThat(living(whole)).isEqualTo(46);
  }

  /** Every number of rows around the length of vectors. */
  @Test
  void vectorsGiveTheBitsOfSingleCells() {
    for (int rows = 1; rows < 70; rows++) {
      var one = life(9, rows, Boundary.PERIODIC, Map.of("density", "0.4", "seed", "" + rows));
      var other = life(9, rows, Boundary.PERIODIC, Map.of("density", "0.4", "seed", "" + rows));
      assertThat(text(one)).isEqualTo(text(other));
      one.iterate(6);
      other.iterate(6, Life::cells);
      assertThat(text(one)).isEqualTo(text(other));
    }
  }

  @Test
  void theDensityIsKeptAndTheSeedMatters() {
    var one = life(200, 200, Boundary.PERIODIC, Map.of("density", "0.2", "seed", "5"));
    assertThat(living(one)).isBetween(7600, 8400);
    var other = life(200, 200, Boundary.PERIODIC, Map.of("density", "0.2", "seed", "6"));
    assertThat(text(other)).isNotEqualTo(text(one));
  }

  @Test
  void nothingLivesOutside() {
    var whole = life(10, 10, Boundary.FIXED, Map.of("density", "1"));
    assertThat(living(whole)).isEqualTo(100);
    assertThat(whole.at(-1, 5)).isZero();
    assertThat(whole.at(5, 10)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ship", "3o", "3x!", "o!o", "999999o!", "$$"})
  void aWrongPatternIsNamed(String pattern) {
    var app = Whole.app(50, 50, Element.INT, true, Boundary.PERIODIC);
    assertThatThrownBy(() -> new Life().begin(app, Settings.of(Map.of("pattern", pattern))))
        .hasMessageStartingWith("pattern is '" + pattern + "', expected random, one of: acorn,");
  }

  @Test
  void aPatternMustFit() {
    var app = Whole.app(20, 20, Element.INT, true, Boundary.PERIODIC);
    assertThatThrownBy(() -> new Life().begin(app, Settings.of(Map.of("pattern", "gun"))))
        .hasMessage(
            "pattern is 'gun', expected one that fits into a domain of 20 x 20 cells; it has 36 x"
                + " 9");
    var cross = Whole.app(20, 20, Element.INT, false, Boundary.PERIODIC);
    assertThatThrownBy(() -> new Life().begin(cross, Settings.of(Map.of())))
        .hasMessage("life needs stencil: 9-point");
  }
}
