package io.strait.cli;

import io.strait.kind.measure.CommandMeasurer;
import io.strait.measure.command.Command;
import io.strait.measure.command.Repetition;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.QuantityException;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure program}. */
@CommandLine.Command(
    name = "program",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = "strait measure program [OPTIONS] -- CMD [ARGS…]",
    description = {
      "Runs a command several times and prints what it takes: run time, CPU time and share,"
          + " waiting, bytes read and written, peak memory; and what an app file of kind: program"
          + " should say of it.",
      "The command is started as it is, without a shell; give sh -c '…' for a line of shell. Its"
          + " children count. One run before does not. Waiting for a core that other programs use"
          + " counts as waiting, so measure on a quiet machine. Linux only.",
      "A command that fails or does not end in time is an error, and no app file is written."
    },
    footer = {
      "",
      "Examples:",
      "  strait measure program -- sort words.txt",
      "  strait measure program --until 2%% --format json -- sh -c 'make clean; make'",
      "",
      "A pipeline, one command after the other:",
      "  strait measure program --name unpack --input words.zst --output words.txt \\",
      "      -o app.yaml -- zstd -d",
      "  strait measure program --name sort --after unpack --input words.txt --output sorted.txt"
          + " \\",
      "      --into app.yaml -- sort",
      "  strait measure program --name pack --after sort --input sorted.txt --output sorted.gz \\",
      "      --into app.yaml -- gzip -c"
    })
final class MeasureProgramCommand implements Callable<Integer> {
  private final Kinds kinds;

  MeasureProgramCommand(Kinds kinds) {
    this.kinds = kinds;
  }

  private static final int RUNS = 5;
  private static final int RUNS_UNTIL = 100;
  private static final int MOST_RUNS = 100_000;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CMD",
      arity = "0..*",
      description = "The command and its arguments, after --.")
  private List<String> words = List.of();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "How many runs count (default: 5, or at most 100 with --until).")
  private @Nullable Integer repeat;

  @Option(
      names = "--until",
      paramLabel = "SHARE",
      description =
          "Stop when the 95 %% interval of the median run time is narrower than this to either"
              + " side, such as 5%%; at least 3 runs.")
  private @Nullable String until;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      defaultValue = "1 h",
      description = "How long one run may take, such as 10 s (default: ${DEFAULT-VALUE}).")
  private String timeLimit = "1 h";

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "What the command reads from standard input (default: nothing).")
  private @Nullable Path input;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where its standard output goes (default: nowhere).")
  private @Nullable Path output;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Write a new app file with one calculation.")
  private @Nullable Path out;

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description =
          "Add the calculation to this app file, or replace its figures; comments and other keys"
              + " stay.")
  private @Nullable Path into;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The calculation's name (default: the program's).")
  private @Nullable String name;

  @Option(
      names = "--after",
      paramLabel = "NAME",
      description =
          "The calculation of that file that makes the input; its data have the size of what was"
              + " read from --input. With --output, data that go on from here get that size.")
  private @Nullable String after;

  @Option(
      names = "--stream",
      description = "The command works on its input as it comes, and prints as it goes.")
  private boolean stream;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print what was measured (default: text).")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    if (out != null && into != null) {
      throw new UsageException("both -o and --into, expected one of them");
    }
    return kinds
        .commandMeasurer()
        .measure(
            new CommandMeasurer.Request(
                new Command(words, input, output, timeLimit()),
                repetition(),
                new CommandMeasurer.Target(
                    name, after, stream, out == null ? into : out, out != null),
                format,
                Main.console(spec)));
  }

  private Repetition repetition() {
    double share = until == null ? 0 : share(until);
    int runs = repeat != null ? repeat : until == null ? RUNS : RUNS_UNTIL;
    if (runs < 1 || runs > MOST_RUNS) {
      throw new UsageException(
          "--repeat %d, expected a number from 1 to %d".formatted(runs, MOST_RUNS));
    }
    return new Repetition(runs, share);
  }

  private static double share(String text) {
    try {
      double share = Fraction.parse(text).ofOne();
      if (!(share > 0) || share > 1) {
        throw new QuantityException("'%s', expected more than 0%%, up to 100%%".formatted(text));
      }
      return share;
    } catch (QuantityException e) {
      throw new UsageException("--until " + e.getMessage());
    }
  }

  private Duration timeLimit() {
    try {
      var limit = Durations.parse(timeLimit);
      if (!limit.isPositive()) {
        throw new QuantityException("'%s', expected more than 0 s".formatted(timeLimit));
      }
      return limit;
    } catch (QuantityException e) {
      throw new UsageException("--time-limit " + e.getMessage());
    }
  }
}
