package io.strait.kind.report;

import io.strait.view.Answer;
import io.strait.view.page.Fact;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One run. */
record SingleReport(RunReport<?, ?> run, Advice advice) implements Report {
  @Override
  public String page(String version) throws IOException {
    var page = run.page();
    var html = Page.begin("%s · strait report".formatted(run.name()), page.hasPictures());
    html.open("header")
        .element(
            "p",
            "%s on %s · %s".formatted(run.app().name(), run.grid().name(), run.name()),
            "class",
            "over")
        .element("h1", run.verdict());
    Tile.write(html, page.tiles());
    html.close();
    for (var section : page.sections(advice)) {
      section.write(html);
    }
    new Section("Settings", body -> settings(body, page.facts())).write(html);
    html.element("footer", "Made by " + version);
    return html.page();
  }

  private void settings(Html html, List<Fact> facts) throws IOException {
    var all = new ArrayList<Fact>();
    all.add(new Fact("run", run.name()));
    all.addAll(facts);
    all.add(new Fact("files", StepFolder.files(run.folder())));
    Fact.write(html, all);
    if (!run.notes().isEmpty()) {
      html.open("ul");
      run.notes().forEach(note -> html.element("li", note));
      html.close();
    }
  }

  @Override
  public Answer answer(Path page) {
    return new ReportText(run.verdict(), run.table(), List.of(run), advice, page);
  }
}
