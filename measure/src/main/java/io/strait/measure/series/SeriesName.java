package io.strait.measure.series;

import io.strait.model.text.GridFile;
import org.jspecify.annotations.Nullable;

/**
 * What a series is of. As the name of a file it is {@code bandwidth@east-west.csv}, {@code
 * available@es1.csv} or {@code task-time@es1@srmsd.csv}; people read {@code gap east-west
 * bandwidth}.
 *
 * @param place a gap {@code a-b}, a cluster for its LAN, a host, or a group of hosts
 * @param app whose tasks were timed; null for other quantities
 */
public record SeriesName(Quantity quantity, String place, @Nullable String app)
    implements Comparable<SeriesName> {
  static final String ENDING = ".csv";

  public SeriesName {
    if (!GridFile.isName(place)
        || (app == null) == (quantity == Quantity.TASK_TIME)
        || (app != null && !GridFile.isName(app))) {
      throw new IllegalArgumentException(
          "%s of '%s' for '%s', expected names of the grid, and an app for task times alone"
              .formatted(quantity, place, app));
    }
  }

  /** A series that belongs to no app. */
  public SeriesName(Quantity quantity, String place) {
    this(quantity, place, null);
  }

  /** The name that a file stands for; null if it is none. */
  static @Nullable SeriesName parse(String file) {
    if (!file.endsWith(ENDING)) {
      return null;
    }
    var parts = file.substring(0, file.length() - ENDING.length()).split("@", -1);
    @Nullable Quantity quantity = Quantity.of(parts[0]);
    int expected = quantity == Quantity.TASK_TIME ? 3 : 2;
    if (quantity == null || parts.length != expected || !GridFile.isName(parts[1])) {
      return null;
    }
    @Nullable String app = parts.length == 3 ? parts[2] : null;
    return app == null || GridFile.isName(app) ? new SeriesName(quantity, parts[1], app) : null;
  }

  /** The name of its file. */
  public String file() {
    return quantity.word() + "@" + place + (app == null ? "" : "@" + app) + ENDING;
  }

  @Override
  public int compareTo(SeriesName other) {
    return file().compareTo(other.file());
  }

  @Override
  public String toString() {
    return (quantity.isOfHost() ? "host " : "network ")
        + place
        + " "
        + quantity.word()
        + (app == null ? "" : " of " + app);
  }
}
