package io.strait.kind.report;

import io.strait.kind.run.Incidents;
import io.strait.launch.Site;
import io.strait.view.Answer;
import io.strait.view.page.Fact;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One run. */
record SingleReport(RunReport<?, ?> run, Advice advice) implements Report {
  private static final int MOST_INCIDENTS = 60;
  private static final int MOST_NAMED = 3;

  @Override
  public String page(String version) throws IOException {
    var html = Page.begin("%s · strait report".formatted(run.name()), run.page().hasPictures());
    head().write(html);
    for (var section : sections()) {
      section.write(html);
    }
    html.element("footer", "Made by " + version);
    return html.text();
  }

  @Override
  public Head head() throws IOException {
    return new Head(
        "%s on %s · %s".formatted(run.app().name(), run.grid().name(), run.name()),
        run.verdict() + meanwhile(Incidents.read(run.folder())),
        run.page().tiles());
  }

  @Override
  public List<Section> sections() throws IOException {
    var page = run.page();
    var incidents = Incidents.read(run.folder());
    var sections = new ArrayList<>(page.sections(advice));
    if (!incidents.isEmpty() && !page.tellsIncidents()) {
      sections.add(
          new Section(
              "What happened to hosts and networks",
              "In the run's own time, since work began.",
              body -> incidents(body, incidents)));
    }
    sections.add(new Section("Settings", body -> settings(body, page.facts())));
    return sections;
  }

  /** What happened to hosts and networks in a sentence; nothing if nothing did. */
  private static String meanwhile(List<Site.Incident> incidents) {
    var begun =
        incidents.stream()
            .filter(incident -> incident.kind() != Site.Incident.Kind.END)
            .map(Site.Incident::what)
            .toList();
    if (begun.isEmpty()) {
      return "";
    }
    int named = Math.min(MOST_NAMED, begun.size());
    int more = begun.size() - named;
    return " Meanwhile: %s%s."
        .formatted(
            String.join(", ", begun.subList(0, named)),
            more > 0 ? " and %d more".formatted(more) : "");
  }

  private static void incidents(Html html, List<Site.Incident> incidents) {
    html.open("div", "class", "scroll", "tabindex", "0")
        .open("table", "class", "events")
        .open("tbody");
    for (var incident : incidents.subList(0, Math.min(MOST_INCIDENTS, incidents.size()))) {
      html.open("tr");
      html.element("td", Show.time(Math.round(incident.seconds() * 1e3)), "class", "number");
      html.element("td", incident.what());
      html.close();
    }
    html.close().close().close();
    Page.more(html, incidents.size() - MOST_INCIDENTS, "");
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
