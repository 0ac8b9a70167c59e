package io.strait.measure.outlook;

import io.strait.measure.series.SeriesName;
import io.strait.measure.series.StoredSeries;
import io.strait.model.Grid;
import io.strait.model.text.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * What a grid will be like over a time, by its series.
 *
 * <p>Grids are drawn with every series on its own: that two links are slow at the same time since
 * they share a wire is not known.
 *
 * @param app whose task times count
 * @param forecasts of the series that plans of the app go by
 */
public record GridOutlook(Grid grid, String app, List<SeriesForecast> forecasts) {
  public GridOutlook {
    forecasts = List.copyOf(forecasts);
  }

  /**
   * Forecasts all series that plans of an app go by.
   *
   * @param seconds of which the mean is wanted
   * @throws InputException if a series belongs to nothing in the grid, or if there is none to go by
   */
  public static GridOutlook of(
      Grid grid, String app, List<StoredSeries> series, double seconds, String where) {
    var places = new GridPlaces(grid);
    var forecasts = new ArrayList<SeriesForecast>();
    for (var stored : series) {
      var name = stored.name();
      places.check(where + "/" + name.file(), name);
      boolean isOfApp = name.app() == null || Objects.equals(name.app(), app);
      if (name.quantity().isPlanned() && isOfApp) {
        forecasts.add(SeriesForecast.of(stored, seconds));
      }
    }
    if (forecasts.isEmpty()) {
      throw new InputException(
          "%s: no series that a plan of %s goes by, expected bandwidth, latency, available, or task-time of this app"
              .formatted(where, app));
    }
    return new GridOutlook(grid, app, forecasts);
  }

  /** The grid with every forecast in its place. */
  public Grid expected() {
    return with(each -> each.inGrid(each.forecast().value()));
  }

  /** Grids as they may turn out; the same ones for the same seed. */
  public List<Grid> drawn(int count, long seed) {
    var grids = new ArrayList<Grid>();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < count; i++) {
      grids.add(with(each -> each.inGrid(each.drawn(random.nextGaussian()))));
    }
    return grids;
  }

  private Grid with(ToDoubleFunction<SeriesForecast> value) {
    var values = new HashMap<SeriesName, Double>();
    for (var each : forecasts) {
      values.put(each.stored().name(), value.applyAsDouble(each));
    }
    return new GridValues(app, values).in(grid);
  }
}
