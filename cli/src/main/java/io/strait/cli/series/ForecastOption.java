package io.strait.cli.series;

import io.strait.kind.Kind;
import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.measure.outlook.GridOutlook;
import io.strait.measure.series.SeriesFolder;
import io.strait.measure.series.StoredSeries;
import io.strait.model.App;
import io.strait.model.PlanException;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.GridTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of {@code strait plan} that puts forecasts in the place of a grid file's values. */
public final class ForecastOption {
  private static final int DRAWS = 40;
  private static final long SEED = 1;

  /** The time of a run decides what is forecast, and the forecast the time: twice is enough. */
  private static final int ROUNDS = 2;

  @Option(
      names = "--forecast",
      description =
          "Plan with forecasts of the series that strait measure watch wrote, over the time of the"
              + " run, instead of the grid file's values. What is promised becomes an interval that"
              + " holds in nine of ten cases.")
  private boolean forecast;

  @Option(
      names = "--series",
      paramLabel = "DIR",
      description = "Where the series are (default: grid.series beside grid.yaml).")
  private @Nullable Path folder;

  /** What is planned, and how. */
  public record Forecasted<A extends App, P>(Planning<A, P> planning, Inputs<A> inputs) {}

  public boolean isAsked() {
    return forecast;
  }

  /** Refuses what does not go together, before any file is read. */
  public void check(List<Path> files, boolean hasChanges) {
    if (folder != null && !forecast) {
      throw new UsageException("--series %s goes with --forecast, expected both".formatted(folder));
    }
    if (forecast && hasChanges) {
      throw new UsageException(
          "--forecast plans with what is, --what-if and --sweep with what might be; expected one of"
              + " them");
    }
    if (forecast && folder == null && files.size() == 1 && !Files.isDirectory(files.getFirst())) {
      throw new UsageException(
          "--forecast without the file of a grid, expected GRID APP, or --series DIR");
    }
  }

  /**
   * Plans with forecasts.
   *
   * @param files as they were given: a grid and an app, or a folder with both
   */
  public <A extends App, P> Forecasted<A, P> of(
      Kind<A, P> kind, Planning<A, P> planning, Inputs<A> inputs, List<Path> files) {
    var series = folder(files);
    var stored = series.read();
    var outlook = outlook(inputs, stored, 0, series);
    double seconds = seconds(planning, inputs);
    for (int i = 0; i < ROUNDS && seconds > 0; i++) {
      outlook = outlook(inputs, stored, seconds, series);
      seconds = seconds(planning, expected(kind, inputs, outlook));
    }
    return new Forecasted<>(
        new ForecastPlanning<>(
            planning.over(outlook.drawn(DRAWS, SEED)), outlook, planning.hasIntervals()),
        expected(kind, inputs, outlook));
  }

  private SeriesFolder folder(List<Path> files) {
    if (folder != null) {
      return new SeriesFolder(folder);
    }
    var first = files.getFirst();
    return SeriesFolder.beside(Files.isDirectory(first) ? first.resolve("grid.yaml") : first);
  }

  private static <A extends App> GridOutlook outlook(
      Inputs<A> inputs, List<StoredSeries> stored, double seconds, SeriesFolder folder) {
    return GridOutlook.of(
        inputs.grid(), inputs.app().name(), stored, seconds, folder.path().toString());
  }

  /** The inputs with a grid that has forecasts in it, read again as any other. */
  private static <A extends App, P> Inputs<A> expected(
      Kind<A, P> kind, Inputs<A> inputs, GridOutlook outlook) {
    var source = inputs.gridDocument().source() + " with forecasts";
    var grid = Document.parse(source, GridTree.of(outlook.expected()).yaml());
    return kind.files().inputs(grid, inputs.appDocument());
  }

  /** How long a run takes; not a number if there is no plan, or none that says so. */
  private static <A extends App, P> double seconds(Planning<A, P> planning, Inputs<A> inputs) {
    try {
      return planning.seconds(planning.plan(inputs));
    } catch (PlanException e) {
      return Double.NaN;
    }
  }
}
