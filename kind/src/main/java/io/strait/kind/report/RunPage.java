package io.strait.kind.report;

import io.strait.view.Numbers;
import io.strait.view.page.Fact;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Tile;
import java.util.List;

/** What a kind of application shows of one run on its page, between the head and the foot. */
public interface RunPage {
  /** The figures at the top. */
  List<Tile> tiles();

  /** From figures to what would help. */
  List<Section> sections(Advice advice);

  /** How the run was set up. */
  List<Fact> facts();

  /** Whether sections have pictures in them. */
  default boolean hasPictures() {
    return false;
  }

  /** Whether sections tell what happened to hosts and networks. */
  default boolean tellsIncidents() {
    return false;
  }

  static Tile promised(String what, String measured, String predicted) {
    return new Tile(what, measured, "promised " + predicted);
  }

  static Tile precision(double precision, Promise time) {
    return new Tile(
        "precision",
        Numbers.percent(precision),
        time.isWithin()
            ? "what was measured lies in the span that was promised"
            : "the smaller of promised and measured over the larger");
  }

  /** The promise beside what came of it. */
  static Section figures(
      RunReport<?, ?> run, String explained, Section.Body table, Section.Body more) {
    return new Section(
        "Predicted, simulated, measured",
        explained,
        html -> {
          table.write(html);
          run.warnings().forEach(warning -> Page.quiet(html, warning));
          more.write(html);
        });
  }

  /** What bound the run, followed by what would help. */
  static Section bound(String explained, Section.Body bound, Advice advice) {
    return new Section(
        "What bound it, what would help",
        explained,
        html -> {
          bound.write(html);
          advice.write(html);
        });
  }
}
