package io.strait.kind.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.launch.Site;
import io.strait.launch.Site.Incident;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What happened to hosts and networks during a run: {@code incidents.tsv} in its folder. */
public final class Incidents {
  /** The name of the file. */
  public static final String NAME = "incidents.tsv";

  private static final int FIELDS = 3;

  private Incidents() {}

  /** Adds what happened at a site, and what was noticed of it; no file if nothing happened. */
  static void write(Site site, List<Incident> noticed, Path folder) throws IOException {
    var all = new ArrayList<>(read(folder));
    all.addAll(site.incidents());
    all.addAll(noticed);
    all.sort(Comparator.comparing(Incident::at));
    var text = new StringBuilder();
    for (var incident : all) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s\t%.3f\t%s\n",
              incident.at(),
              incident.seconds(),
              incident.what().replaceAll("\\p{Cntrl}", " ")));
    }
    if (!text.isEmpty()) {
      Files.writeString(folder.resolve(NAME), text, UTF_8);
    }
  }

  /** What happened during the run of a folder. */
  public static List<Incident> read(Path folder) throws IOException {
    var file = folder.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    var found = new ArrayList<Incident>();
    for (var line : Files.readAllLines(file, UTF_8)) {
      var fields = line.split("\t", FIELDS);
      try {
        found.add(new Incident(Instant.parse(fields[0]), Double.parseDouble(fields[1]), fields[2]));
      } catch (DateTimeParseException | NumberFormatException | IndexOutOfBoundsException e) {
        throw new InputException(
            "%s:%d: expected TIME, SECONDS and what happened, with tabs between"
                .formatted(file, found.size() + 1));
      }
    }
    return found;
  }
}
