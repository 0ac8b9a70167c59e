package io.strait.farm;

import io.strait.farm.file.FarmApp;
import io.strait.farm.job.FarmRunOptions;
import io.strait.farm.job.StockOption;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.plan.RehearsalSettings.Outages;
import io.strait.kind.file.Inputs;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.model.Link;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.InputException;
import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The options that say how a farm is rehearsed. */
final class RehearsalOptions {
  static final List<Option> ALL =
      List.of(
          Option.of("--seed", "N", "Of everything random (default: 1)."),
          Option.of(
              "--work",
              "DISTRIBUTION",
              "How the work of tasks varies about its mean: constant (default), uniform:SPREAD,"
                  + " normal:DEVIATION, lognormal:DEVIATION, exponential, pareto:SHAPE, or"
                  + " empirical:FILE with one value per line."),
          Option.of(
              "--prefetch",
              "N",
              "Tasks that a worker holds beyond those it computes (default: as in a run, none where"
                  + " it can ask for the next just before it needs it)."),
          Option.flag(
              "--no-hold-back", "Also give tasks to slow workers that will be the last to finish."),
          FarmRunOptions.NO_SPECULATE_OPTION,
          StockOption.OPTION,
          new Option("--speculate", null, false, true, ""), // the default; accepted as before
          Option.flag(
              "--no-gateways", "The master talks to every worker itself, without gateways."),
          Option.of("--stagger", "TIME", "Worker i starts i times this late."),
          Option.of(
              "--mtbf", "TIME", "Hosts fail after this time on average, and are down for --mttr."),
          Option.of(
              "--mttr", "TIME", "How long a failed host is down on average (default: 10 min)."),
          Option.of(
              "--lease",
              "TIME",
              "How long until a failed host's tasks are handed out again (default: 1 min)."),
          Option.of(
              "--gap-mtbf",
              "TIME",
              "Gaps carry nothing after this time on average, for --gap-mttr."),
          Option.of(
              "--gap-mttr",
              "TIME",
              "How long an outage of a gap lasts on average (default: 10 min)."),
          Option.repeated(
              "--host-trace",
              "HOST=FILE",
              "The free share of a host's CPU over time: lines of seconds,share."),
          Option.repeated(
              "--gap-trace",
              "GAP=FILE",
              "The bandwidth of a gap over time: lines of seconds,bytes-per-second."),
          Option.repeated(
              "--host-down",
              "HOST=from..to",
              "A host fails and is back, such as es1=1h..2h, or for good, es1=1h..; may be"
                  + " repeated."),
          Option.repeated(
              "--gap-down", "GAP=from..to", "A gap carries nothing for a while; may be repeated."));

  private static final Duration USUAL_REPAIR = Duration.ofMinutes(10);

  private final Options options;

  RehearsalOptions(Options options) {
    this.options = options;
  }

  /**
   * What the options say.
   *
   * @param master the host of the plan's master
   */
  RehearsalSettings settings(Inputs<FarmApp> inputs, String master) {
    checkFailures("--mtbf", "--mttr");
    checkFailures("--gap-mtbf", "--gap-mttr");
    return RehearsalSettings.of(
        s -> {
          s.seed = options.whole("--seed", s.seed);
          s.work = distribution();
          if (options.has("--prefetch")) {
            s.prefetch = OptionalInt.of(options.whole("--prefetch", 0, 0, 1000));
          }
          s.holdBack = !options.has("--no-hold-back");
          s.tailCopies = FarmRunOptions.tailCopies(options);
          s.gateways = !options.has("--no-gateways");
          s.stagger = time("--stagger", s.stagger);
          s.hostOutages = outages("--mtbf", "--mttr");
          s.gapOutages = outages("--gap-mtbf", "--gap-mttr");
          s.lease = time("--lease", s.lease);
          s.hostSpeed = hostSpeeds(inputs, master);
          s.gapSpeed = gapSpeeds(inputs);
          s.hostDown = hostDowns(inputs, master);
        });
  }

  private Duration time(String option, Duration otherwise) {
    return Durations.ofSeconds(options.seconds(option, Durations.seconds(otherwise)));
  }

  private @Nullable Outages outages(String between, String length) {
    return options.has(between)
        ? new Outages(time(between, Duration.ZERO), time(length, USUAL_REPAIR))
        : null;
  }

  private void checkFailures(String between, String repair) {
    if (!options.has(between) && options.has(repair)) {
      throw new InputException("%s goes with %s, expected both".formatted(repair, between));
    }
    if (options.has(between) && options.seconds(between, 0) == 0) {
      throw new InputException(
          "%s '%s' is zero, expected a time above it".formatted(between, options.text(between)));
    }
  }

  private ServiceDistribution distribution() {
    @Nullable String given = options.text("--work");
    var work = given == null ? "constant" : given;
    var parts = work.split(":", 2);
    try {
      return switch (parts[0]) {
        case "constant" -> ServiceDistribution.CONSTANT;
        case "exponential" -> new ServiceDistribution.Exponential();
        case "uniform" -> new ServiceDistribution.Uniform(number(work, parts));
        case "normal" -> new ServiceDistribution.Normal(number(work, parts));
        case "lognormal" -> new ServiceDistribution.Lognormal(number(work, parts));
        case "pareto" -> new ServiceDistribution.Pareto(number(work, parts));
        case "empirical" ->
            new ServiceDistribution.Empirical(
                CsvFile.column(file("--work", work, parts.length > 1 ? parts[1] : "")));
        default ->
            throw new InputException(
                "--work '%s' is not a distribution, expected one of: constant, uniform:0.5, normal:0.2, lognormal:1, exponential, pareto:2.5, empirical:FILE"
                    .formatted(work));
      };
    } catch (IllegalArgumentException e) {
      throw new InputException("--work '%s': expected that %s".formatted(work, e.getMessage()));
    }
  }

  private static double number(String work, String[] parts) {
    try {
      return PlainNumber.decimal(parts.length > 1 ? parts[1] : "");
    } catch (NumberFormatException e) {
      throw new InputException(
          "--work '%s' has no number, expected such as %s:0.5".formatted(work, parts[0]));
    }
  }

  /** The files of an option whose values are NAME=FILE. */
  private Map<String, Path> traces(String option) {
    var files = new HashMap<String, Path>();
    for (var text : options.all(option)) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new UsageException(
            "%s '%s' is not NAME=FILE, expected a name and a file".formatted(option, text));
      }
      files.put(text.substring(0, equals), file(option, text, text.substring(equals + 1)));
    }
    return files;
  }

  private static Path file(String option, String text, String name) {
    if (name.isBlank()) {
      throw new UsageException(
          "%s '%s' names no file, expected the path of one".formatted(option, text));
    }
    return Path.of(name);
  }

  private Map<String, Timeline> hostSpeeds(Inputs<FarmApp> inputs, String master) {
    var speeds = new HashMap<String, Timeline>();
    traces("--host-trace")
        .forEach(
            (name, file) ->
                speeds.put(worker(inputs, master, "--host-trace", name), CsvFile.share(file)));
    return speeds;
  }

  private Map<String, Timeline> gapSpeeds(Inputs<FarmApp> inputs) {
    var speeds = new HashMap<String, Timeline>();
    traces("--gap-trace")
        .forEach(
            (name, file) -> {
              var gap = gap(inputs, "--gap-trace", name);
              // The direction that is named; the other one changes alike.
              var network = gap.name().equals(name) ? gap.network() : gap.back();
              double bandwidth = network.bandwidth().bytesPerSecond();
              if (!Double.isFinite(bandwidth)) {
                throw new InputException(
                    "--gap-trace '%s': the gap has no bandwidth in the grid, expected one"
                        .formatted(name));
              }
              speeds.put(gap.name(), CsvFile.timeline(file, 1 / bandwidth));
            });
    downs("--gap-down")
        .forEach(
            (name, down) -> {
              var gap = gap(inputs, "--gap-down", name).name();
              speeds.put(gap, speeds.getOrDefault(gap, Timeline.constant(1)).without(down));
            });
    return speeds;
  }

  private Map<String, Intervals> hostDowns(Inputs<FarmApp> inputs, String master) {
    var downs = downs("--host-down");
    downs.keySet().forEach(name -> worker(inputs, master, "--host-down", name));
    return downs;
  }

  private Map<String, Intervals> downs(String option) {
    var spans = new HashMap<String, List<double[]>>();
    for (var text : options.all(option)) {
      int equals = text.indexOf('=');
      int dots = text.indexOf("..");
      if (equals < 1 || dots < equals) {
        throw new InputException(
            "%s '%s' is not NAME=from..to, expected such as es1=1h..2h".formatted(option, text));
      }
      double from = Options.seconds(option, text.substring(equals + 1, dots));
      var end = text.substring(dots + 2);
      double to = end.isBlank() ? Double.POSITIVE_INFINITY : Options.seconds(option, end);
      if (!(to > from)) {
        throw new InputException(
            "%s '%s' does not end after it begins, expected such as %s=1h..2h"
                .formatted(option, text, text.substring(0, equals)));
      }
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
                "%s is given for '%s' more than once at a time, expected times that do not overlap"
                    .formatted(option, name));
          }
        });
    return downs;
  }

  /** A host of the grid that is not the master's: what happens to that one is not rehearsed. */
  private static String worker(Inputs<FarmApp> inputs, String master, String option, String name) {
    if (name.equals(master)) {
      throw new InputException(
          "%s: '%s' is the master's host, which is not rehearsed, expected a worker's"
              .formatted(option, name));
    }
    return host(inputs, option, name);
  }

  private static String host(Inputs<FarmApp> inputs, String option, String name) {
    for (var cluster : inputs.grid().clusters()) {
      for (var group : cluster.hosts()) {
        for (int i = 0; i < group.size() && name.startsWith(group.name()); i++) {
          if (group.hostName(i).equals(name)) {
            return name;
          }
        }
      }
    }
    var names =
        inputs.grid().clusters().stream()
            .flatMap(cluster -> cluster.hosts().stream())
            .flatMap(group -> IntStream.range(0, group.size()).mapToObj(group::hostName))
            .limit(8)
            .toList();
    throw new InputException(
        "%s: no host '%s' in the grid, expected one such as: %s"
            .formatted(option, name, String.join(", ", names)));
  }

  /** The gap of that name, its ends in either order. */
  private static Link.Gap gap(Inputs<FarmApp> inputs, String option, String name) {
    for (var link : inputs.grid().links()) {
      for (var gap : link.gaps()) {
        if (gap.name().equals(name) || (gap.to() + "-" + gap.from()).equals(name)) {
          return gap;
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
