package io.strait.kind.report;

import io.strait.view.Answer;
import java.io.IOException;
import java.nio.file.Path;

/** What there is to say of a run, or of several of one kind in comparison. */
public interface Report {
  /**
   * As a page that any browser opens.
   *
   * @param version of the program, for the foot of the page
   */
  String page(String version) throws IOException;

  /**
   * As text and JSON.
   *
   * @param page where the page was written
   */
  Answer answer(Path page);
}
