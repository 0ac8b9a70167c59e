package io.strait.view.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places and the lines between them, drawn as a map: one in the middle, those that it reaches in
 * fewest steps around it, ring by ring. Lines are as thick as they are wide, and coloured by how
 * full they are.
 */
public final class NetworkMap {
  private static final int WIDTH = 760;
  private static final int ROOM = 70;
  private static final int FLAT = 90;
  private static final int WIDEST = 190;
  private static final double FULL = 0.9;
  private static final double SLIGHT = 0.02;

  /** More places than these are too many for a picture. */
  private static final int MOST = 60;

  /**
   * A place.
   *
   * @param used whether it takes part
   */
  public record Place(String name, String note, boolean used) {}

  /**
   * A line between two places.
   *
   * @param width of it, compared with others
   * @param share that is used of it; NaN if that is not known
   */
  public record Line(String from, String to, String note, double width, double share) {}

  private final String middle;
  private final List<Place> places;
  private final List<Line> lines;

  /**
   * @param middle the name of the place in the middle
   */
  public NetworkMap(String middle, List<Place> places, List<Line> lines) {
    this.middle = middle;
    this.places = List.copyOf(places);
    this.lines = List.copyOf(lines);
  }

  private record Spot(double x, double y) {}

  public void write(Html html, String described) {
    if (places.size() > MOST) {
      Page.quiet(html, "%d places are too many for a map.".formatted(places.size()));
      return;
    }
    var rings = rings();
    boolean isFlat = rings.stream().allMatch(ring -> ring.size() <= 2);
    int height = isFlat ? FLAT : 2 * ROOM + Math.min(2, rings.size() - 1) * 130;
    var spots = spots(rings, height);
    html.open("div", "class", "scroll", "tabindex", "0");
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, height),
        "class",
        "net",
        "role",
        "img",
        "aria-label",
        described);
    double widest =
        lines.stream().mapToDouble(Line::width).filter(Double::isFinite).max().orElse(1);
    for (var line : lines) {
      line(html, line, spots, widest);
    }
    for (var place : places) {
      place(html, place, spots.getOrDefault(place.name, new Spot(0, 0)));
    }
    html.close().close();
  }

  /** Names by the number of steps from the middle. */
  private List<List<String>> rings() {
    var steps = new LinkedHashMap<String, Integer>();
    steps.put(middle, 0);
    var queue = new ArrayList<>(List.of(middle));
    for (int i = 0; i < queue.size(); i++) {
      var at = queue.get(i);
      for (var line : lines) {
        var next = line.from.equals(at) ? line.to : line.to.equals(at) ? line.from : at;
        if (steps.putIfAbsent(next, steps.getOrDefault(at, 0) + 1) == null) {
          queue.add(next);
        }
      }
    }
    int last = steps.values().stream().mapToInt(step -> step).max().orElse(0) + 1;
    places.forEach(place -> steps.putIfAbsent(place.name, last));
    var rings = new ArrayList<List<String>>();
    steps.forEach(
        (name, step) -> {
          while (rings.size() <= step) {
            rings.add(new ArrayList<>());
          }
          rings.get(step).add(name);
        });
    return rings;
  }

  private static Map<String, Spot> spots(List<List<String>> rings, int height) {
    var spots = new HashMap<String, Spot>();
    for (int ring = 0; ring < rings.size(); ring++) {
      var names = rings.get(ring);
      double reach = rings.size() == 1 ? 0 : (double) ring / (rings.size() - 1);
      for (int i = 0; i < names.size(); i++) {
        double turn =
            2 * Math.PI * (i + 0.5 * (ring % 2 == 0 ? 0 : 1)) / names.size() - Math.PI / 2;
        // Two beside the middle stand left and right of it.
        double angle = names.size() <= 2 ? Math.PI * (i + 1) : turn;
        spots.put(
            names.get(i),
            new Spot(
                WIDTH / 2.0 + reach * (WIDTH / 2.0 - WIDEST / 2.0) * Math.cos(angle),
                height / 2.0 + reach * (height / 2.0 - 30) * Math.sin(angle)));
      }
    }
    return spots;
  }

  private static void line(Html html, Line line, Map<String, Spot> spots, double widest) {
    var from = spots.getOrDefault(line.from, new Spot(0, 0));
    var to = spots.getOrDefault(line.to, new Spot(0, 0));
    double width = Double.isFinite(line.width) ? 1.5 + 8 * Math.sqrt(line.width / widest) : 10;
    html.open(
        "line",
        "class",
        line.share >= FULL ? "full" : line.share >= SLIGHT ? "busy" : "",
        "x1",
        Show.tenth(from.x),
        "y1",
        Show.tenth(from.y),
        "x2",
        Show.tenth(to.x),
        "y2",
        Show.tenth(to.y),
        "stroke-width",
        Show.tenth(width));
    html.element("title", "%s to %s: %s".formatted(line.from, line.to, line.note)).close();
    html.element(
        "text",
        line.note,
        "class",
        "note",
        "x",
        Show.tenth((from.x + to.x) / 2),
        "y",
        Show.tenth((from.y + to.y) / 2 - 26));
  }

  private void place(Html html, Place place, Spot spot) {
    double width =
        Math.clamp(Math.max(7.5 * place.name.length(), 5.6 * place.note.length()) + 18, 80, WIDEST);
    html.rect(
        "node%s%s".formatted(place.used ? " used" : "", place.name.equals(middle) ? " home" : ""),
        Show.tenth(spot.x - width / 2),
        Show.tenth(spot.y - 22),
        Show.tenth(width),
        "44");
    html.element("title", place.name + ": " + place.note).close();
    html.element("text", clip(place.name), "x", Show.tenth(spot.x), "y", Show.tenth(spot.y - 3));
    html.element(
        "text",
        clip(place.note),
        "class",
        "note",
        "x",
        Show.tenth(spot.x),
        "y",
        Show.tenth(spot.y + 13));
  }

  private static String clip(String text) {
    return text.length() <= 30 ? text : text.substring(0, 29) + "…";
  }
}
