package io.strait.measure.grid.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.measure.MedianInterval;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LinkFiguresTest {
  private static LinkFigures figures(double rate, double half, double together, long lost) {
    return new LinkFigures(
        new RoundTrips(0.04, 0.0398, 0.0402, 0, 20),
        new MedianInterval(rate, rate - half, rate + half),
        new MedianInterval(2 * rate, 2 * rate - half, 2 * rate + half),
        false,
        400,
        lost,
        together,
        1000,
        2);
  }

  /** A disturbed measurement gives way to a narrow one, but its losses count. */
  @Test
  void theNarrowerCounts() {
    var disturbed = figures(0.6e6, 0.3e6, 1.1, 4);
    var quiet = figures(1e6, 0.01e6, 1.9, 2);
    assertThat(disturbed.width()).isCloseTo(0.5, within(1e-9));
    var both = disturbed.better(quiet);
    assertThat(both.there().median()).isEqualTo(1e6);
    assertThat(both.together()).isEqualTo(1.9);
    assertThat(both.loss()).isCloseTo(6.0 / 800, within(1e-12));
    assertThat(both.bytes()).isEqualTo(2000);
    assertThat(quiet.better(disturbed).there().median()).isEqualTo(1e6);
    // What was disturbed does not make a hub a switch.
    var hub = figures(1e6, 0.01e6, 0.95, 0);
    assertThat(hub.better(figures(0.6e6, 0.3e6, 1.7, 0)).together()).isEqualTo(0.95);
  }

  @Test
  void withoutAnIntervalItIsWide() {
    var one = new MedianInterval(1e6, Double.NaN, Double.NaN);
    var seen = new LinkFigures(RoundTrips.NONE, one, one, true, 0, 0, Double.NaN, 1, 1);
    assertThat(seen.width()).isEqualTo(1);
  }

  @Test
  void notesCarryThem() throws IOException {
    var figures = figures(1e6, 0.1e6, 1.5, 3);
    var note = new Note("done", figures.fields()).with("why", "a\\b\nc=d");
    var read = Note.read(note.bytes(), note.bytes().length);
    assertThat(LinkFigures.of(read)).isEqualTo(figures);
    assertThat(read.text("why")).isEqualTo("a\\b\nc=d");
    assertThat(figures.turned().turned()).isEqualTo(figures);
  }
}
