package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.option.Options;
import io.strait.kind.plan.Planning;
import io.strait.model.App;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.PlanException;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.text.InputException;
import io.strait.serve.http.WebServer.Route;
import io.strait.serve.plan.PlanPages;
import io.strait.serve.plan.Planner;
import io.strait.view.Style;
import io.strait.view.page.NetworkMap;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A plan to play with, as a page: what {@code strait plan} does with {@code --what-if}.
 *
 * @param <A> apps of its kind
 * @param <P> plans of its kind
 */
final class ServedPlan<A extends App, P> implements Planner {
  /** Says which format pictures have. */
  private static final Path PICTURE = Path.of("plan.svg");

  private static final int MOST_LINKS = 12;
  private static final int MOST_GROUPS = 20;

  /** A page answers at once, and keeps answers in memory. */
  private static final int MOST_HOSTS = 100_000;

  private final Kind<A, P> kind;
  private final InputFiles files;
  private final List<Path> paths;
  private final Inputs<A> inputs;

  /** The plan as things are. */
  private @Nullable P before;

  private ServedPlan(Kind<A, P> kind, InputFiles files, List<Path> paths) {
    this.kind = kind;
    this.files = files;
    this.paths = paths;
    this.inputs = kind.files().inputs(files.grid(), files.app());
  }

  static List<Route> routes(Kinds kinds, List<Path> paths) {
    var files = InputFiles.find(kinds, paths);
    return new PlanPages(of(files.kind(), files, paths)).routes();
  }

  private static <A extends App, P> Planner of(
      Kind<A, P> kind, InputFiles files, List<Path> paths) {
    return new ServedPlan<>(kind, files, paths);
  }

  @Override
  public String title() {
    return "%s on %s".formatted(inputs.app().name(), inputs.grid().name());
  }

  @Override
  public List<Knob> knobs() {
    return knobs(inputs.grid(), usual());
  }

  @Override
  public Map<String, String> settings(List<String> changes) {
    var settings = new HashMap<String, String>();
    try {
      if (!changes.isEmpty()) {
        for (var knob : knobs(asked(changes).inputs.grid(), Map.of())) {
          if (Double.isFinite(knob.value())) {
            settings.put(knob.path(), Double.toString(knob.value()));
          }
        }
      }
    } catch (InputException | PlanException | UsageException e) {
      return Map.of(); // the answer says so
    }
    var slid = usual().keySet();
    for (var change : changes) {
      int equals = change.indexOf('=');
      var value = change.substring(equals + 1);
      if (change.startsWith("--") && equals > 0) {
        var number = value.replaceFirst("\\s*%$", "").strip();
        var path = change.substring(0, equals);
        if (!slid.contains(path)) {
          settings.put(path, value);
        } else if (number.matches("\\d{1,9}(\\.\\d{1,9})?")) {
          settings.put(path, number);
        }
      }
    }
    return settings;
  }

  private List<Knob> knobs(Grid grid, Map<String, Integer> usual) {
    var knobs = new ArrayList<Knob>();
    for (var link : grid.links().subList(0, Math.min(MOST_LINKS, grid.links().size()))) {
      addLink(knobs, link);
    }
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        if (group.count() > 1 && knobs.size() < MOST_LINKS + MOST_GROUPS) {
          knobs.add(
              Knob.count(
                  "clusters[%s].hosts[%s].count".formatted(cluster.name(), group.name()),
                  "%s hosts %s".formatted(cluster.name(), group.name()),
                  group.count()));
        }
        addPrice(knobs, cluster.name(), group);
      }
    }
    for (var option : kind.options(Verb.PLAN)) {
      if (option.label() != null && !option.repeated() && !option.hidden()) {
        addOption(knobs, option.name(), option.label(), usual);
      }
    }
    return knobs;
  }

  /** What options are that were not given; nothing where there is no plan without any. */
  private Map<String, Integer> usual() {
    var planning = planning(Map.of());
    try {
      return planning.usual(inputs, before());
    } catch (InputException | PlanException e) {
      return Map.of();
    }
  }

  private static void addOption(
      List<Knob> knobs, String name, String label, Map<String, Integer> usual) {
    @Nullable Integer now = usual.get(name);
    boolean isCount = label.equals("COUNT");
    if (now == null && !isCount) {
      knobs.add(Knob.word(name, words(name), label));
    } else if (now != null) {
      knobs.add(
          isCount ? Knob.count(name, words(name), now) : Knob.percent(name, words(name), now));
    }
  }

  /** What an option is called on a page. */
  private static String words(String option) {
    return option.substring(2).replace('-', ' ');
  }

  private static void addLink(List<Knob> knobs, Link link) {
    var name = String.join("-", link.between());
    double bytes = link.network().bandwidth().bytesPerSecond();
    if (Double.isFinite(bytes)) {
      knobs.add(
          Knob.times(
              "links[%s].bandwidth".formatted(name),
              name + " bandwidth",
              Show.bandwidth(bytes),
              bytes / 1e3,
              "kB/s"));
    }
    double latency = Durations.seconds(link.network().latency());
    if (latency > 0) {
      knobs.add(
          Knob.times(
              "links[%s].latency".formatted(name),
              name + " latency",
              Show.seconds(latency),
              1e3 * latency,
              "ms"));
    }
  }

  private static void addPrice(List<Knob> knobs, String cluster, HostGroup group) {
    if (group.price() != null && knobs.size() < MOST_LINKS + MOST_GROUPS) {
      knobs.add(
          Knob.times(
              "clusters[%s].hosts[%s].price".formatted(cluster, group.name()),
              "%s price of %s".formatted(cluster, group.name()),
              group.price().toString(),
              group.price().perHour(),
              "/h"));
    }
  }

  /** What is planned, and how. */
  private record Asked<A extends App, P>(Inputs<A> inputs, Planning<A, P> planning) {
    P plan() {
      return PlanRun.located(planning, inputs);
    }
  }

  private Asked<A, P> asked(List<String> changes) {
    var options = new HashMap<String, List<String>>();
    var given = new ArrayList<Change>();
    for (var change : changes) {
      var parsed = Change.parse("change", change);
      if (parsed.path().startsWith("--")) {
        if (kind.options(Verb.PLAN).stream().noneMatch(o -> o.name().equals(parsed.path()))) {
          throw new InputException(
              "'%s' is not an option of plans of %s, expected one of those of strait plan --help"
                  .formatted(parsed.path(), kind.plural()));
        }
        options.put(parsed.path(), List.of(parsed.value()));
      } else {
        given.add(parsed);
      }
    }
    var after = files;
    for (var change : given) {
      after = change.apply(after);
    }
    var changed = given.isEmpty() ? inputs : given.getLast().read(kind, after);
    if (hosts(changed.grid()) > Math.max(MOST_HOSTS, hosts(inputs.grid()))) {
      throw new InputException(
          "%,d hosts are too many for a page, expected at most %,d; strait plan --what-if takes more"
              .formatted(hosts(changed.grid()), MOST_HOSTS));
    }
    return new Asked<>(changed, planning(options));
  }

  private static long hosts(Grid grid) {
    return grid.clusters().stream()
        .flatMap(cluster -> cluster.hosts().stream())
        .mapToLong(HostGroup::size)
        .sum();
  }

  @Override
  public boolean hasPicture() {
    return planning(Map.of()).drawsPlans();
  }

  @Override
  public byte[] picture(List<String> changes) throws IOException {
    var asked = asked(changes);
    return asked.planning.draw(PICTURE, asked.inputs, asked.plan());
  }

  @Override
  public Answer plan(List<String> changes, boolean isSketch) {
    var asked = asked(changes);
    var changed = asked.inputs;
    var planning = asked.planning;
    @Nullable P sketch = isSketch ? PlanRun.sketched(planning, changed) : null;
    var plan = sketch == null ? asked.plan() : sketch;
    var verdict = planning.verdict(plan);
    return new Answer(
        planning(Map.of()).verdict(before()),
        verdict,
        planning.text(changed, plan, new Style(false)),
        map(changed.grid(), planning.parts(changed, plan)),
        () -> new PlanFile<>(changed, plan).tree(kind.files()).yaml(),
        command(changes),
        () -> planning.json(changed, plan).put("verdict", verdict).json(),
        sketch != null);
  }

  private synchronized P before() {
    if (before == null) {
      before = PlanRun.located(planning(Map.of()), inputs);
    }
    return before;
  }

  private Planning<A, P> planning(Map<String, List<String>> options) {
    var planning = kind.planning(new Options(options), files.run());
    planning.checkOptions();
    return planning;
  }

  /** The clusters of a grid, with what a plan makes of them. */
  private static NetworkMap map(Grid grid, Map<String, String> parts) {
    var places =
        grid.clusters().stream()
            .map(
                c ->
                    new NetworkMap.Place(
                        c.name(),
                        parts.getOrDefault(c.name(), notUsed(c.hosts())),
                        parts.containsKey(c.name())))
            .toList();
    var lines = new ArrayList<NetworkMap.Line>();
    for (var link : grid.links()) {
      for (var gap : link.gaps()) {
        double width = gap.network().bandwidth().bytesPerSecond();
        lines.add(
            new NetworkMap.Line(
                gap.from(),
                gap.to(),
                "%s, %s"
                    .formatted(
                        Show.bandwidth(width),
                        Show.seconds(Durations.seconds(gap.network().latency()))),
                width,
                Double.NaN));
      }
    }
    return new NetworkMap(String.valueOf(grid.home()), places, lines);
  }

  private static String notUsed(List<HostGroup> groups) {
    int hosts = groups.stream().mapToInt(HostGroup::size).sum();
    return Show.counted(hosts, "host") + ", not used";
  }

  private String command(List<String> changes) {
    var files = paths.stream().map(path -> quoted(path.toString()));
    return "strait plan %s%s"
        .formatted(
            files.collect(Collectors.joining(" ")),
            changes.stream()
                .map(change -> change.startsWith("--") ? change : "--what-if=" + change)
                .map(each -> " " + quoted(each))
                .collect(Collectors.joining()));
  }

  /** As a shell takes it for one word. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9_./=:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
