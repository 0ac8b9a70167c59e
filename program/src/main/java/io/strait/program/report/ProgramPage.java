package io.strait.program.report;

import io.strait.kind.report.Advice;
import io.strait.kind.report.RunPage;
import io.strait.model.quantity.Durations;
import io.strait.program.file.Overlap;
import io.strait.program.show.MissedPromise;
import io.strait.program.show.ResourceMatrix;
import io.strait.view.Numbers;
import io.strait.view.page.Fact;
import io.strait.view.page.Html;
import io.strait.view.page.InlinePicture;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One run of a program as a page. */
final class ProgramPage implements RunPage {
  private static final int LARGEST_MATRIX = 24;

  private final ProgramReport run;

  ProgramPage(ProgramReport run) {
    this.run = run;
  }

  @Override
  public boolean hasPictures() {
    return true;
  }

  @Override
  public List<Tile> tiles() {
    var result = run.result();
    var tiles = new ArrayList<Tile>();
    tiles.add(
        RunPage.promised(
            run.plan().unit() + "/s",
            Show.number(result.measured().rate()),
            "%s, simulated %s"
                .formatted(
                    Show.number(1 / result.time().predicted()),
                    Show.number(1 / result.time().simulated()))));
    tiles.add(
        new Tile(
            "one unit",
            Show.seconds(result.measured().unitSeconds()),
            "by the plan %s where nothing else is under way"
                .formatted(Show.seconds(result.plan().unitSeconds()))));
    tiles.add(
        new Tile(
            "machines",
            Show.count(result.plan().hosts().size()),
            "of %s in the grid".formatted(Show.count(run.flow.machines().size()))));
    busiest()
        .ifPresent(
            part ->
                tiles.add(
                    new Tile(
                        "busiest part",
                        Numbers.percent(part.busy().measured()),
                        "%s; by the plan %s"
                            .formatted(
                                part.name(),
                                MissedPromise.binds(result.plan().boundBy(), "bind")))));
    tiles.add(RunPage.precision(result.precision(), result.time()));
    return tiles;
  }

  /** The busiest part that somebody waits for. */
  private Optional<PartOutcome> busiest() {
    return run.parts().stream()
        .filter(part -> !part.isLate())
        .max(Comparator.comparingDouble(part -> part.busy().measured()));
  }

  @Override
  public List<Section> sections(Advice advice) {
    var unit = run.plan().unit();
    var sections = new ArrayList<Section>();
    sections.add(
        RunPage.figures(
            run,
            "How many %s were done in a second once the run had settled.".formatted(unit),
            html -> ProgramTables.candidates(html, run),
            html -> {
              html.element("h3", "All candidates of the plan");
              ProgramTables.rates(html, run);
            }));
    if (run.plan().curve().size() > 1) {
      sections.add(
          new Section(
              "The rate over the number of machines",
              "How many %s in a second the best placement on so many machines does."
                  .formatted(unit),
              html -> new MachinesChart(run.plan()).write(html, run.outcomes())));
    }
    sections.add(
        new Section(
            "Who does what",
            "%s, host by host. Predicted is the time of a part that has its host to itself; a part that shares it takes longer."
                .formatted(run.result().name()),
            this::parts));
    sections.add(
        RunPage.bound(
            "By the plan, %s the rate of %s. %s"
                .formatted(
                    MissedPromise.binds(run.result().plan().boundBy(), "bound"),
                    run.result().name(),
                    MissedPromise.why(run.result(), unit))
                .strip(),
            this::bound,
            advice));
    if (run.app().calculations().size() <= LARGEST_MATRIX) {
      sections.add(
          new Section(
              "The program",
              "Its resource matrix: what a calculation takes on the machine where it was measured,"
                  + " what a row sends to a column, and what it takes from one.",
              html -> ResourceMatrix.write(html, run.app())));
    }
    lastFrame().ifPresent(frame -> sections.add(new Section("The last frame", picture(frame))));
    return sections;
  }

  private void parts(Html html) {
    if (run.parts().isEmpty()) {
      Page.quiet(html, "There is no parts.tsv that says what the parts did.");
    } else {
      ProgramTables.parts(html, run);
    }
  }

  /** How busy parts were. */
  private void bound(Html html) {
    if (!run.parts().isEmpty()) {
      html.element("h3", "How busy each part was");
      ProgramTables.busy(html, run.parts());
    }
  }

  /** The last picture that the program left in {@code frames/}. */
  private Optional<Path> lastFrame() {
    var frames = run.folder().resolve("frames");
    if (!Files.isDirectory(frames)) {
      return Optional.empty();
    }
    try (var files = Files.list(frames)) {
      return files.filter(file -> file.toString().endsWith(".png")).max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Section.Body picture(Path frame) {
    return html -> {
      if (!InlinePicture.write(html, frame, "the last frame")) {
        Page.quiet(html, "frames/%s cannot be shown.".formatted(frame.getFileName()));
      }
    };
  }

  @Override
  public List<Fact> facts() {
    var app = run.app();
    return List.of(
        new Fact("began", run.began()),
        new Fact(
            "units",
            "%s %s in %s"
                .formatted(
                    Show.count(run.result().measured().units()),
                    run.plan().unit(),
                    Durations.rounded(run.result().measured().seconds()))),
        new Fact(
            "calculations",
            "%s, %s"
                .formatted(
                    Show.count(app.calculations().size()),
                    app.overlap() == Overlap.NONE ? "in time slices" : "as threads")),
        new Fact("measured on", run.flow.reference().name()),
        new Fact(
            "time scale",
            run.result().scale() > 0
                ? "%s emulated seconds in every second of the run"
                    .formatted(Show.number(run.result().scale()))
                : "nothing was emulated"));
  }
}
