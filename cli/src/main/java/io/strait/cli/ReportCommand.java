package io.strait.cli;

import io.strait.cli.report.Advice;
import io.strait.cli.report.ComparisonPage;
import io.strait.cli.report.RealignAdvice;
import io.strait.cli.report.RealignComparisonPage;
import io.strait.cli.report.RealignPage;
import io.strait.cli.report.RealignReport;
import io.strait.cli.report.RunPage;
import io.strait.cli.report.RunReport;
import io.strait.cli.report.StencilAdvice;
import io.strait.cli.report.StencilComparisonPage;
import io.strait.cli.report.StencilPage;
import io.strait.cli.report.StencilReport;
import io.strait.cli.report.StepFolder;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait report}: was the promise kept? */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows how a run went beside what was promised, as one page that any browser opens without a"
          + " network: figures, what every worker or rank did, throughput, links, what bound it,"
          + " what would help.",
      "Of several runs: a comparison. A run that goes on or was killed can be shown, too."
    },
    footer = {
      "",
      "Examples:",
      "  strait report runs/srmsd-20260101-120000                 writes report.html there",
      "  strait report runs/srmsd-* --output compared.html        several runs, compared",
      "  strait report RUN --format json | jq '.advice[0]'        what would help most"
    })
final class ReportCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 20;

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "Folders of runs.")
  private List<Path> folders = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Where to write the page (default: report.html in the run's folder; of several runs, in"
              + " the present one).")
  private @Nullable Path output;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the answer (default: text).")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    if (folders.size() > MOST_RUNS) {
      throw new ParameterException(
          spec.commandLine(),
          "%d runs, expected at most %d at a time".formatted(folders.size(), MOST_RUNS));
    }
    if (output != null) {
      SafeFile.checkWritable(output, spec.commandLine());
    }
    var page = page();
    switch (kind()) {
      case FARM -> farms(page);
      case STENCIL -> stencils(page);
      case REALIGN -> realignments(page);
    }
    return Main.DONE;
  }

  /** Of what a folder is the run. */
  private enum Kind {
    FARM("a farm"),
    STENCIL("a stencil"),
    REALIGN("a realignment");

    final String word;

    Kind(String word) {
      this.word = word;
    }

    static Kind of(Path folder) {
      if (StencilReport.owns(folder)) {
        return STENCIL;
      }
      return RealignReport.owns(folder) ? REALIGN : FARM;
    }
  }

  /** Of what the runs are; different kinds cannot be compared. */
  private Kind kind() {
    var special = folders.stream().filter(folder -> Kind.of(folder) != Kind.FARM).findFirst();
    if (special.isEmpty()) {
      return Kind.FARM;
    }
    var kind = Kind.of(special.get());
    for (var folder : folders) {
      if (Kind.of(folder) != kind) {
        throw new InputException(
            Files.isDirectory(folder)
                ? "%s is no run of %s but %s is one, expected runs of one kind to compare"
                    .formatted(folder, kind.word, special.get())
                : "%s: no such folder, expected the folder of a run".formatted(folder));
      }
    }
    return kind;
  }

  private void farms(Path page) throws IOException {
    var runs = new ArrayList<RunReport>();
    var names = StepFolder.names(folders);
    for (int i = 0; i < folders.size(); i++) {
      runs.add(RunReport.read(folders.get(i), names.get(i)));
    }
    SafeFile.checkWritable(page, spec.commandLine());
    @Nullable Advice advice = runs.size() == 1 ? runs.getFirst().advice() : null;
    write(
        page,
        advice == null
            ? ComparisonPage.of(runs, version())
            : RunPage.of(runs.getFirst(), advice, version()));
    var text = new ReportText(runs, advice, page);
    print(format == Format.JSON ? text.json() : text.text(style()));
  }

  private void stencils(Path page) throws IOException {
    var runs = new ArrayList<StencilReport>();
    var names = StepFolder.names(folders);
    for (int i = 0; i < folders.size(); i++) {
      runs.add(StencilReport.read(folders.get(i), names.get(i)));
    }
    SafeFile.checkWritable(page, spec.commandLine());
    @Nullable StencilAdvice advice = runs.size() == 1 ? runs.getFirst().advice() : null;
    write(
        page,
        advice == null
            ? StencilComparisonPage.of(runs, version())
            : StencilPage.of(runs.getFirst(), advice, version()));
    var text = new StencilReportText(runs, advice, page);
    print(format == Format.JSON ? text.json() : text.text(style()));
  }

  private void realignments(Path page) throws IOException {
    var runs = new ArrayList<RealignReport>();
    var names = StepFolder.names(folders);
    for (int i = 0; i < folders.size(); i++) {
      runs.add(RealignReport.read(folders.get(i), names.get(i)));
    }
    SafeFile.checkWritable(page, spec.commandLine());
    @Nullable RealignAdvice advice = runs.size() == 1 ? runs.getFirst().advice() : null;
    write(
        page,
        advice == null
            ? RealignComparisonPage.of(runs, version())
            : RealignPage.of(runs.getFirst(), advice, version()));
    var text = new RealignReportText(runs, advice, page);
    print(format == Format.JSON ? text.json() : text.text(style()));
  }

  private static String version() {
    return new Version().getVersion()[0];
  }

  private static void write(Path page, String html) throws IOException {
    SafeFile.write(page, html.getBytes(StandardCharsets.UTF_8));
  }

  private Style style() {
    return new Style(spec.commandLine().getColorScheme().ansi().enabled());
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
  }

  /** Writes the page of one run to its folder. */
  static Path write(Path folder) throws IOException {
    var page = folder.resolve("report.html");
    write(
        page,
        switch (Kind.of(folder)) {
          case STENCIL -> {
            var run = StencilReport.read(folder);
            yield StencilPage.of(run, run.advice(), version());
          }
          case REALIGN -> {
            var run = RealignReport.read(folder);
            yield RealignPage.of(run, run.advice(), version());
          }
          case FARM -> {
            var run = RunReport.read(folder);
            yield RunPage.of(run, run.advice(), version());
          }
        });
    return page;
  }

  private Path page() {
    if (output != null) {
      return output;
    }
    return folders.size() == 1 ? folders.getFirst().resolve("report.html") : Path.of("report.html");
  }
}
