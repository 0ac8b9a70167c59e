package io.strait.measure.simgrid;

import java.util.Map;
import java.util.Set;

/** What platform files can express but grids cannot, and why. */
final class LeftOut {
  private LeftOut() {}

  private static final String NO_CHANGES = "a grid does not change over time";
  private static final String NO_DISKS = "a grid has no disks";
  private static final String NO_EXCEPTIONS = "a grid has no exceptions to its routes";
  private static final String NO_PROGRAMS = "programs are described in an app file";
  private static final String NO_SETTINGS = "it sets up the simulator";
  private static final String NO_PLACE = "a grid has no place for it";

  private static final Map<String, String> ELEMENTS =
      Map.ofEntries(
          Map.entry("peer", "its distances are coordinates, expected hosts and routes"),
          Map.entry("cabinet", "expected a <cluster>"),
          Map.entry("storage_type", NO_DISKS),
          Map.entry("storage", NO_DISKS),
          Map.entry("mount", NO_DISKS),
          Map.entry("disk", NO_DISKS),
          Map.entry("trace", NO_CHANGES),
          Map.entry("trace_connect", NO_CHANGES),
          Map.entry("bypassRoute", NO_EXCEPTIONS),
          Map.entry("bypassZoneRoute", NO_EXCEPTIONS),
          Map.entry("bypassASroute", NO_EXCEPTIONS),
          Map.entry("actor", NO_PROGRAMS),
          Map.entry("process", NO_PROGRAMS),
          Map.entry("config", NO_SETTINGS),
          Map.entry("random", NO_SETTINGS),
          Map.entry("include", "other files are not read"),
          Map.entry("prop", "a grid has no properties"));

  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "availability_file", NO_CHANGES,
          "speed_file", NO_CHANGES,
          "state_file", NO_CHANGES,
          "bandwidth_file", NO_CHANGES,
          "latency_file", NO_CHANGES,
          "coordinates", "a grid expresses distances by links",
          "loopback_bw", "messages inside a host cost nothing",
          "loopback_lat", "messages inside a host cost nothing");

  /** Warns about an element that has no place in a grid. */
  static void element(XmlElement element, Warnings warnings) {
    warnings.leftOut(
        "<%s>".formatted(element.name()), element, ELEMENTS.getOrDefault(element.name(), NO_PLACE));
  }

  /** Warns about all children of an element. */
  static void children(XmlElement element, Warnings warnings) {
    element.children().forEach(child -> element(child, warnings));
  }

  /** Warns about attributes that are not among the known ones. */
  static void attributes(XmlElement element, Set<String> known, Warnings warnings) {
    element
        .attributes()
        .forEach(
            (name, value) -> {
              if (!known.contains(name) && !value.isEmpty()) {
                warnings.leftOut(
                    "%s of <%s>".formatted(name, element.name()),
                    element,
                    ATTRIBUTES.getOrDefault(name, NO_PLACE));
              }
            });
  }
}
