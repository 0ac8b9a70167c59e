package io.strait.cli;

import io.strait.cli.report.Advice;
import io.strait.cli.report.ComparisonPage;
import io.strait.cli.report.RunPage;
import io.strait.cli.report.RunReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
          + " network: figures, what every worker did, throughput, links, what bound it, what would"
          + " help.",
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
    var runs = new ArrayList<RunReport>();
    for (var folder : folders) {
      runs.add(RunReport.read(folder));
    }
    var page = page(runs);
    SafeFile.checkWritable(page, spec.commandLine());
    var version = new Version().getVersion()[0];
    @Nullable Advice advice = runs.size() == 1 ? runs.getFirst().advice() : null;
    var html =
        advice == null
            ? ComparisonPage.of(runs, version)
            : RunPage.of(runs.getFirst(), advice, version);
    SafeFile.write(page, html.getBytes(StandardCharsets.UTF_8));
    var style = new Style(spec.commandLine().getColorScheme().ansi().enabled());
    var text = new ReportText(runs, advice, page);
    spec.commandLine().getOut().print(format == Format.JSON ? text.json() : text.text(style));
    return Main.DONE;
  }

  /** Writes the page of one run to its folder. */
  static Path write(Path folder) throws IOException {
    var run = RunReport.read(folder);
    var page = folder.resolve("report.html");
    var html = RunPage.of(run, run.advice(), new Version().getVersion()[0]);
    SafeFile.write(page, html.getBytes(StandardCharsets.UTF_8));
    return page;
  }

  private Path page(List<RunReport> runs) {
    if (output != null) {
      return output;
    }
    return runs.size() == 1
        ? runs.getFirst().folder().resolve("report.html")
        : Path.of("report.html");
  }
}
