package io.strait.cli.series;

import io.strait.measure.outlook.GridPlaces;
import io.strait.measure.series.SeriesName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a run has seen, which costs nothing: it ends with the run. */
final class RunSource implements Source {
  private final Path folder;
  private final double step;
  private final WatchCommand.Runs runs;
  private final GridPlaces places;
  private boolean over;

  /**
   * @param step seconds from one value to the next
   */
  RunSource(Path folder, double step, WatchCommand.Runs runs, GridPlaces places) {
    this.folder = folder;
    this.step = step;
    this.runs = runs;
    this.places = places;
  }

  @Override
  public String words() {
    return "the run in " + folder;
  }

  @Override
  public List<SeriesName> live() {
    return List.of();
  }

  @Override
  public List<Reading> read() throws IOException {
    boolean isEnded = !Files.exists(folder.resolve("control.json"));
    var readings = new ArrayList<Reading>();
    for (var stored : runs.observed(folder, step)) {
      places.check(folder.toString(), stored.name());
      var series = stored.series();
      for (int i = 0; i < stored.count(); i++) {
        // Runs count milliseconds: of tasks that take less they know nothing.
        if (stored.name().quantity().isPossible(series.values()[i])) {
          readings.add(new Reading(stored.name(), series.seconds()[i], series.values()[i]));
        }
      }
    }
    over = isEnded;
    return readings;
  }

  @Override
  public boolean isOver() {
    return over;
  }
}
