package io.strait.cli.series;

import io.strait.kind.run.ExitCode;
import io.strait.measure.outlook.GridPlaces;
import io.strait.measure.outlook.SeriesForecast;
import io.strait.measure.outlook.SeriesPlot;
import io.strait.measure.series.SeriesFolder;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.Tree;
import io.strait.view.Format;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import io.strait.view.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait measure show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the series beside a grid file: the last value of each, what will come next with its 90"
          + " %% interval, which forecaster leads, and how far off forecasts were so far (the mean"
          + " error over the mean value).",
      "With --over it forecasts the mean over a time, such as that of a run. A series says so much"
          + " about a fifth of its length at most; beyond, the interval is wider, and a note says"
          + " so."
    },
    footer = {
      "",
      "Examples:",
      "  strait measure show grid.yaml",
      "  strait measure show grid.yaml --over 2h --plot series.svg",
      "  strait measure show grid.yaml --format json | jq '.series[].forecast'"
    })
public final class ShowCommand implements Callable<Integer> {
  private static final double LONGEST = 1e9;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "GRID", description = "The grid file, or a folder with grid.yaml.")
  private Path grid = Path.of("");

  @Option(
      names = "--series",
      paramLabel = "DIR",
      description = "Where the series are (default: grid.series beside grid.yaml).")
  private @Nullable Path series;

  @Option(
      names = "--over",
      paramLabel = "TIME",
      description = "Forecast the mean over this time, not the next value.")
  private @Nullable String over;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw the series, their forecasts and intervals: .svg or .png.")
  private @Nullable Path plot;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the answer (default: text).")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    SafeFile.checkWritable(plot);
    if (plot != null) {
      Picture.check(plot);
    }
    double seconds = over == null ? 0 : seconds(over);
    var file = Files.isDirectory(grid) ? grid.resolve("grid.yaml") : grid;
    var places = new GridPlaces(GridFile.read(Document.read(file)));
    var folder = series == null ? SeriesFolder.beside(file) : new SeriesFolder(series);
    var stored = folder.read();
    stored.forEach(each -> places.check(folder.path() + "/" + each.name().file(), each.name()));
    var forecasts = stored.stream().map(each -> SeriesForecast.of(each, seconds)).toList();
    var table = new ForecastTable(places, forecasts, false);
    var command = spec.commandLine();
    var style = new Style(command.getColorScheme().ansi().enabled());
    command
        .getOut()
        .print(
            format == Format.JSON
                ? new Tree().put("series", table.json()).json()
                : table.text(style));
    command.getOut().flush();
    if (plot != null) {
      SafeFile.write(plot, SeriesPlot.draw(plot, places, stored));
      command.getErr().println("wrote " + plot);
    }
    return ExitCode.DONE;
  }

  private static double seconds(String text) {
    try {
      double seconds = Durations.seconds(Durations.parse(text));
      if (seconds > 0 && seconds <= LONGEST) {
        return seconds;
      }
    } catch (QuantityException e) {
      throw new UsageException("--over: %s".formatted(e.getMessage()));
    }
    throw new UsageException("--over '%s', expected a time above zero such as 2h".formatted(text));
  }
}
