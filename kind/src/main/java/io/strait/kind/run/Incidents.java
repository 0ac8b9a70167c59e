package io.strait.kind.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.launch.Site;
import io.strait.launch.Site.Incident;
import io.strait.launch.Site.Incident.Kind;
import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What happened to hosts and networks during a run: {@code incidents.tsv} in its folder. */
public final class Incidents {
  /** The name of the file. */
  public static final String NAME = "incidents.tsv";

  private static final int FIELDS = 5;

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
              "%s\t%.3f\t%s\t%s\t%s\n",
              incident.at(),
              incident.seconds(),
              incident.kind().name().toLowerCase(Locale.ROOT),
              Printable.line(incident.where()),
              Printable.line(incident.fault())));
    }
    if (!text.isEmpty()) {
      Files.writeString(folder.resolve(NAME), text, UTF_8);
    }
  }

  private static Kind kind(String word) {
    return Kind.valueOf(word.toUpperCase(Locale.ROOT));
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
        found.add(
            new Incident(
                Instant.parse(fields[0]),
                Double.parseDouble(fields[1]),
                kind(fields[2]),
                fields[3],
                fields[4]));
      } catch (DateTimeParseException | IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new InputException(
            "%s:%d: '%s', expected TIME, SECONDS, KIND, WHERE and the fault, with tabs between"
                .formatted(file, found.size() + 1, Printable.line(line)));
      }
    }
    return found;
  }

  /**
   * A time during which something was not as the grid says, by the clock of the wall.
   *
   * @param to null if it did not end before the run
   */
  public record Span(Incident begun, @Nullable Instant to) {
    /** Whether nothing passed a gap with these ends, or only one way. */
    public boolean isCutOf(String from, String to) {
      return switch (begun.kind()) {
        case CUT -> isGap(from, to);
        case PARTITION -> group(from) < 0 || group(from) != group(to);
        case SET, KILL, FREEZE, HEAL, END -> false;
      };
    }

    /** Whether nothing passed the LAN of a cluster. */
    public boolean isCutOf(String cluster) {
      return begun.kind() == Kind.CUT && begun.where().equals(cluster);
    }

    /** Whether a host stood still. */
    public boolean isFreezeOf(String host) {
      return begun.kind() == Kind.FREEZE && begun.where().equals(host);
    }

    private boolean isGap(String from, String to) {
      return Stream.of("-", ">")
          .anyMatch(
              sign ->
                  begun.where().equals(from + sign + to) || begun.where().equals(to + sign + from));
    }

    /** In which group of a partition a cluster is; -1 if in none, so that it is alone. */
    private int group(String cluster) {
      var groups = begun.where().split("\\|", -1);
      for (int g = 0; g < groups.length; g++) {
        if (List.of(groups[g].split(",", -1)).contains(cluster)) {
          return g;
        }
      }
      return -1;
    }

    /** Whether an incident ends it. */
    private boolean isEndedBy(Incident incident) {
      return switch (incident.kind()) {
        case END -> incident.fault().equals(begun.fault());
        case HEAL ->
            incident.where().equals(Incident.EVERYWHERE)
                || incident.where().equals(begun.where())
                || (begun.kind() == Kind.CUT && isBothWays(incident.where()));
        case CUT, SET, KILL, FREEZE, PARTITION -> false;
      };
    }

    /** Whether a gap {@code A-B} is the one that this cuts, in one direction or in both. */
    private boolean isBothWays(String gap) {
      var own = begun.where().replace('>', '-');
      for (int i = own.indexOf('-'); i >= 0; i = own.indexOf('-', i + 1)) {
        if (gap.equals(own.substring(i + 1) + "-" + own.substring(0, i))) {
          return true;
        }
      }
      return gap.equals(own);
    }
  }

  /** What held for some time: cuts, partitions, changes of networks and hosts that stood still. */
  public static List<Span> spans(List<Incident> incidents) {
    var spans = new ArrayList<Span>();
    for (var incident : incidents) {
      for (int i = 0; i < spans.size(); i++) {
        var span = spans.get(i);
        if (span.to == null && span.isEndedBy(incident)) {
          spans.set(i, new Span(span.begun, incident.at()));
          if (incident.kind() == Kind.END) {
            break;
          }
        }
      }
      switch (incident.kind()) {
        case CUT, SET, FREEZE, PARTITION -> spans.add(new Span(incident, null));
        case KILL, HEAL, END -> {}
      }
    }
    return spans;
  }
}
