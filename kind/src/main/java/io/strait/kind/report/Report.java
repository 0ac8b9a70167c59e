package io.strait.kind.report;

import io.strait.view.Answer;
import io.strait.view.page.Html;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What there is to say of a run, or of several of one kind in comparison. */
public interface Report {
  /**
   * As a page that any browser opens.
   *
   * @param version of the program, for the foot of the page
   */
  String page(String version) throws IOException;

  /** What the page has between its head and its foot. */
  List<Section> sections() throws IOException;

  /** The head of the page: what is shown, in one sentence and a few figures. */
  Head head() throws IOException;

  /**
   * The head of a page.
   *
   * @param over what is shown, in small letters above the verdict
   */
  record Head(String over, String verdict, List<Tile> tiles) {
    void write(Html html) {
      html.open("header").element("p", over, "class", "over").element("h1", Show.unbroken(verdict));
      if (!tiles.isEmpty()) {
        Tile.write(html, tiles);
      }
      html.close();
    }
  }

  /**
   * As text and JSON.
   *
   * @param page where the page was written
   */
  Answer answer(Path page);

  /** Reads the folder of a run. */
  @FunctionalInterface
  interface Reader<R> {
    R read(Path folder, String name) throws IOException;
  }

  /** Reads folders: of one run its report, of several their comparison. */
  static <R extends RunReport<?, ?>> Report read(
      List<Path> folders,
      List<String> names,
      Reader<R> reader,
      Function<List<R>, Comparison> comparison)
      throws IOException {
    var runs = new ArrayList<R>();
    for (int i = 0; i < folders.size(); i++) {
      runs.add(reader.read(folders.get(i), names.get(i)));
    }
    return runs.size() == 1
        ? new SingleReport(runs.getFirst(), runs.getFirst().advice())
        : new ComparisonReport(List.copyOf(runs), comparison.apply(runs));
  }
}
