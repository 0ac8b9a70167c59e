package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Reports on the folders of runs, and the pages that they write. */
final class ReportPages {
  private ReportPages() {}

  /** Reports on a run. */
  static CommandLineRun report(Path run, String... more) {
    var words = new ArrayList<>(List.of("report", run.toString()));
    words.addAll(List.of(more));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  /** The page that a report of a run has written. */
  static String page(Path run) throws IOException {
    var result = report(run);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return Files.readString(run.resolve("report.html"));
  }

  /** The page as XML, whose tables have as many headings as columns. */
  static Document parse(String page) throws Exception {
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(page)));
    var tables = document.getElementsByTagName("table");
    for (int t = 0; t < tables.getLength(); t++) {
      var rows = ((Element) tables.item(t)).getElementsByTagName("tr");
      for (int r = 1; r < rows.getLength(); r++) {
        assertThat(columns(rows.item(r))).isEqualTo(columns(rows.item(0)));
      }
    }
    return document;
  }

  private static int columns(Node row) {
    int count = 0;
    for (var cell = row.getFirstChild(); cell != null; cell = cell.getNextSibling()) {
      if (cell instanceof Element element) {
        var span = element.getAttribute("colspan");
        count += span.isEmpty() ? 1 : Integer.parseInt(span);
      }
    }
    return count;
  }

  /** A copy of a run's folder. */
  static Path copy(Path run, Path copy) throws IOException {
    try (var files = Files.walk(run)) {
      for (var file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(run.relativize(file).toString()));
      }
    }
    return copy;
  }
}
