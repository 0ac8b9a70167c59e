package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.file.PlanFile;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Version;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.view.Format;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      "Several runs are compared. A farm's run can be shown while it goes on, or after it was"
          + " killed."
    },
    footer = {
      "",
      "Examples:",
      "  strait report runs/srmsd-20260101-120000                 writes report.html there",
      "  strait report runs/srmsd-* --output compared.html        several runs, compared",
      "  strait report RUN --format json | jq '.advice[0]'        what would help most"
    })
public final class ReportCommand implements Callable<Integer> {
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

  private final Kinds kinds;

  ReportCommand(Kinds kinds) {
    this.kinds = kinds;
  }

  @Override
  public Integer call() throws IOException {
    if (folders.size() > MOST_RUNS) {
      throw new UsageException(
          "%d runs, expected at most %d at a time".formatted(folders.size(), MOST_RUNS));
    }
    SafeFile.checkWritable(output);
    var report = kind().report(folders, StepFolder.names(folders));
    var page = page();
    SafeFile.checkWritable(page);
    SafeFile.write(page, report.page(Version.text()).getBytes(StandardCharsets.UTF_8));
    report.answer(page).print(Main.console(spec), format);
    return ExitCode.DONE;
  }

  /** What the runs are of; different kinds cannot be compared. */
  private Kind<?, ?> kind() {
    var first = kind(kinds, folders.getFirst());
    for (var folder : folders) {
      if (!kind(kinds, folder).name().equals(first.name())) {
        throw new InputException(
            "%s is not a run of %s, but %s is one; expected runs of one kind to compare"
                .formatted(folder, first.noun(), folders.getFirst()));
      }
    }
    return first;
  }

  /** The kind of application that a folder is a run of, or a step of a run. */
  static Kind<?, ?> kind(Kinds kinds, Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "%s: no such folder, expected the folder of a run".formatted(folder));
    }
    @Nullable Path run = StepFolder.run(folder);
    var file = (run == null ? folder : run).resolve("plan.yaml");
    if (!Files.exists(file)) {
      throw new InputException(
          "%s: not the folder of a run, expected one with plan.yaml".formatted(folder));
    }
    var document = Document.read(file);
    if (!PlanFile.isPlan(document)) {
      throw document.error(document.root(), "the file is not a plan, expected the plan of a run");
    }
    return kinds.ofPlan(document);
  }

  /** Writes the page of one run to its folder. */
  static Path write(Kinds kinds, Path folder) throws IOException {
    var folders = List.of(folder);
    var report = kind(kinds, folder).report(folders, StepFolder.names(folders));
    var page = folder.resolve("report.html");
    SafeFile.write(page, report.page(Version.text()).getBytes(StandardCharsets.UTF_8));
    return page;
  }

  private Path page() {
    if (output != null) {
      return output;
    }
    return folders.size() == 1 ? folders.getFirst().resolve("report.html") : Path.of("report.html");
  }
}
