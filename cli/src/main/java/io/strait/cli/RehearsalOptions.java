package io.strait.cli;

import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.plan.farm.RehearsalSettings;
import io.strait.simulate.Distribution;
import io.strait.simulate.Intervals;
import io.strait.simulate.Timeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a plan is rehearsed. */
final class RehearsalOptions {
  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of everything random (default: 1).")
  private long seed;

  @Option(
      names = "--work",
      paramLabel = "DISTRIBUTION",
      defaultValue = "constant",
      description =
          "How the work of tasks varies about its mean: constant (default), uniform:SPREAD,"
              + " normal:DEVIATION, lognormal:DEVIATION, exponential, pareto:SHAPE, or"
              + " empirical:FILE with one value per line.")
  private String work = "";

  @Option(
      names = "--prefetch",
      paramLabel = "N",
      description =
          "Tasks that a worker holds beyond those it computes (default: 1 where fetching a task"
              + " takes a noticeable share of computing it, else 0).")
  private @Nullable Integer prefetch;

  @Option(
      names = "--no-hold-back",
      description = "Also give tasks to slow workers that will be the last to finish.")
  private boolean noHoldBack;

  @Option(
      names = "--speculate",
      description =
          "Workers that the master feeds itself compute copies of tasks that others are slow with,"
              + " at the end.")
  private boolean speculate;

  @Option(
      names = "--no-gateways",
      description = "The master talks to every worker itself, without gateways.")
  private boolean noGateways;

  @Option(
      names = "--stagger",
      paramLabel = "TIME",
      description = "Worker i starts i times this late.")
  private @Nullable String stagger;

  @Option(
      names = "--mtbf",
      paramLabel = "TIME",
      description = "Hosts fail after this time on average, and are down for --mttr.")
  private @Nullable String meanUp;

  @Option(
      names = "--mttr",
      paramLabel = "TIME",
      description = "How long a failed host is down on average (default: 10 min).")
  private @Nullable String meanDown;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "How long until a failed host's tasks are handed out again (default: 1 min).")
  private @Nullable String lease;

  @Option(
      names = "--gap-mtbf",
      paramLabel = "TIME",
      description = "Gaps carry nothing after this time on average, for --gap-mttr.")
  private @Nullable String gapMeanUp;

  @Option(
      names = "--gap-mttr",
      paramLabel = "TIME",
      description = "How long an outage of a gap lasts on average (default: 10 min).")
  private @Nullable String gapMeanDown;

  @Option(
      names = "--host-trace",
      paramLabel = "HOST=FILE",
      description = "The free share of a host's CPU over time: lines of seconds,share.")
  private Map<String, Path> hostTraces = Map.of();

  @Option(
      names = "--gap-trace",
      paramLabel = "GAP=FILE",
      description = "The bandwidth of a gap over time: lines of seconds,bytes-per-second.")
  private Map<String, Path> gapTraces = Map.of();

  @Option(
      names = "--host-down",
      paramLabel = "HOST=from..to",
      description =
          "A host fails and is back, such as es1=1h..2h, or for good, es1=1h..; may be repeated.")
  private List<String> hostDown = List.of();

  @Option(
      names = "--gap-down",
      paramLabel = "GAP=from..to",
      description = "A gap carries nothing for a while; may be repeated.")
  private List<String> gapDown = List.of();

  long seed() {
    return seed;
  }

  RehearsalSettings settings(Inputs inputs) {
    if (prefetch != null && (prefetch < 0 || prefetch > 1000)) {
      throw new InputException(
          "--prefetch %d is out of range, expected 0 to 1000".formatted(prefetch));
    }
    checkFailures("--mtbf", meanUp, "--mttr", meanDown);
    checkFailures("--gap-mtbf", gapMeanUp, "--gap-mttr", gapMeanDown);
    return new RehearsalSettings(
        seed,
        distribution(),
        prefetch == null ? RehearsalSettings.AUTO : prefetch,
        !noHoldBack,
        speculate,
        !noGateways,
        seconds("--stagger", stagger, 0),
        seconds("--mtbf", meanUp, Double.POSITIVE_INFINITY),
        seconds("--mttr", meanDown, 600),
        seconds("--lease", lease, 60),
        seconds("--gap-mtbf", gapMeanUp, Double.POSITIVE_INFINITY),
        seconds("--gap-mttr", gapMeanDown, 600),
        hostSpeeds(inputs),
        gapSpeeds(inputs),
        hostDowns(inputs));
  }

  private static void checkFailures(
      String between, @Nullable String up, String repair, @Nullable String down) {
    if (up == null && down != null) {
      throw new InputException("%s goes with %s, expected both".formatted(repair, between));
    }
    if (up != null && seconds(between, up, 0) == 0) {
      throw new InputException("%s '%s' is zero, expected a time above it".formatted(between, up));
    }
  }

  private Distribution distribution() {
    var parts = work.split(":", 2);
    try {
      return switch (parts[0]) {
        case "constant" -> Distribution.CONSTANT;
        case "exponential" -> new Distribution.Exponential();
        case "uniform" -> new Distribution.Uniform(number(parts));
        case "normal" -> new Distribution.Normal(number(parts));
        case "lognormal" -> new Distribution.Lognormal(number(parts));
        case "pareto" -> new Distribution.Pareto(number(parts));
        case "empirical" ->
            new Distribution.Empirical(CsvFile.column(Path.of(parts.length > 1 ? parts[1] : "")));
        default ->
            throw new InputException(
                "--work '%s' is no distribution, expected one of: constant, uniform:0.5, normal:0.2, lognormal:1, exponential, pareto:2.5, empirical:FILE"
                    .formatted(work));
      };
    } catch (IllegalArgumentException e) {
      throw new InputException("--work '%s': expected that %s".formatted(work, e.getMessage()));
    }
  }

  private double number(String[] parts) {
    try {
      return Double.parseDouble(parts.length > 1 ? parts[1] : "");
    } catch (NumberFormatException e) {
      throw new InputException(
          "--work '%s' has no number, expected such as %s:0.5".formatted(work, parts[0]));
    }
  }

  private static double seconds(String option, @Nullable String text, double otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      double seconds = Durations.seconds(Durations.parse(text));
      if (seconds >= 0) {
        return seconds;
      }
    } catch (QuantityException e) {
      throw new InputException("%s: %s".formatted(option, e.getMessage()));
    }
    throw new InputException("%s '%s' is below zero, expected a time".formatted(option, text));
  }

  private Map<String, Timeline> hostSpeeds(Inputs inputs) {
    var speeds = new HashMap<String, Timeline>();
    hostTraces.forEach(
        (name, file) -> speeds.put(host(inputs, "--host-trace", name), CsvFile.timeline(file, 1)));
    return speeds;
  }

  private Map<String, Timeline> gapSpeeds(Inputs inputs) {
    var speeds = new HashMap<String, Timeline>();
    gapTraces.forEach(
        (name, file) -> {
          double bandwidth = bandwidth(inputs, "--gap-trace", name);
          if (!Double.isFinite(bandwidth)) {
            throw new InputException(
                "--gap-trace '%s': the gap has no bandwidth in the grid, expected one"
                    .formatted(name));
          }
          speeds.put(name, CsvFile.timeline(file, 1 / bandwidth));
        });
    downs("--gap-down", gapDown)
        .forEach(
            (name, down) -> {
              bandwidth(inputs, "--gap-down", name);
              speeds.put(name, speeds.getOrDefault(name, Timeline.constant(1)).without(down));
            });
    return speeds;
  }

  private Map<String, Intervals> hostDowns(Inputs inputs) {
    var downs = downs("--host-down", hostDown);
    downs.keySet().forEach(name -> host(inputs, "--host-down", name));
    return downs;
  }

  private static Map<String, Intervals> downs(String option, List<String> texts) {
    var spans = new HashMap<String, List<double[]>>();
    for (var text : texts) {
      int equals = text.indexOf('=');
      int dots = text.indexOf("..");
      if (equals < 1 || dots < equals) {
        throw new InputException(
            "%s '%s' is not NAME=from..to, expected such as es1=1h..2h".formatted(option, text));
      }
      double from = seconds(option, text.substring(equals + 1, dots), 0);
      var end = text.substring(dots + 2);
      double to = end.isBlank() ? Double.POSITIVE_INFINITY : seconds(option, end, 0);
      spans
          .computeIfAbsent(text.substring(0, equals), name -> new ArrayList<>())
          .add(new double[] {from, to});
    }
    var downs = new HashMap<String, Intervals>();
    spans.forEach(
        (name, list) -> {
          list.sort((a, b) -> Double.compare(a[0], b[0]));
          try {
            downs.put(
                name,
                new Intervals(
                    list.stream().mapToDouble(s -> s[0]).toArray(),
                    list.stream().mapToDouble(s -> s[1]).toArray()));
          } catch (IllegalArgumentException e) {
            throw new InputException(
                "%s for '%s': expected that %s".formatted(option, name, e.getMessage()));
          }
        });
    return downs;
  }

  private static String host(Inputs inputs, String option, String name) {
    for (var cluster : inputs.grid().clusters()) {
      for (var group : cluster.hosts()) {
        for (int i = 0; i < group.size() && name.startsWith(group.name()); i++) {
          if (group.hostName(i).equals(name)) {
            return name;
          }
        }
      }
    }
    throw new InputException("%s: no host '%s' in the grid, expected one".formatted(option, name));
  }

  private static double bandwidth(Inputs inputs, String option, String name) {
    for (var link : inputs.grid().links()) {
      for (var gap : link.gaps()) {
        if (gap.name().equals(name)) {
          return gap.network().bandwidth().bytesPerSecond();
        }
      }
    }
    var names =
        inputs.grid().links().stream()
            .flatMap(link -> link.gaps().stream())
            .map(gap -> gap.name())
            .limit(8)
            .toList();
    throw new InputException(
        "%s: no gap '%s' in the grid, expected one of: %s"
            .formatted(option, name, String.join(", ", names)));
  }
}
