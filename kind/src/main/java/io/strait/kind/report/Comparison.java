package io.strait.kind.report;

import io.strait.view.Table;
import io.strait.view.page.Html;
import io.strait.view.page.Section;
import java.util.List;

/** What a kind of application says of several runs together. */
public interface Comparison {
  /** The fastest and the slowest in one sentence. */
  String verdict();

  /** For a terminal. */
  Table table();

  /** What was measured, and promised beside it, for a page. */
  void figures(Html html);

  /** The rest of the page. */
  List<Section> sections();
}
