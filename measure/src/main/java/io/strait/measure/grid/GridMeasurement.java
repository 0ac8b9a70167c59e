package io.strait.measure.grid;

import io.strait.measure.grid.probe.HostSpeed;
import io.strait.measure.grid.probe.LinkFigures;
import io.strait.measure.grid.probe.Note;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.measure.grid.topology.Discovery;
import io.strait.measure.grid.topology.Pair;
import io.strait.measure.grid.topology.Topology;
import io.strait.model.quantity.Durations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Measures a grid with the probes that have joined. What was measured is kept if it fails. */
public final class GridMeasurement {
  /** Hosts whose answers take times that differ by more are not on one LAN. */
  private static final double SLACK_SECONDS = 0.05;

  private static final double SPEED_SECONDS = 120;
  private static final double TASKS_SECONDS = 600;

  /** What experiments usually take, for the estimate: a host, a way in a LAN, a link. */
  private static final double HOST_ESTIMATE = 3;

  private static final double HOST_ONCE_ESTIMATE = 1.5;

  private static final double LAN_ESTIMATE = 6;
  private static final double LINK_ESTIMATE = 9;

  /** The bytes of a way in a LAN and of a link, in seconds of what they carry in a direction. */
  private static final double LAN_BYTES = 5;

  private static final double LINK_BYTES = 3;

  /** What a measurement says that ends early. */
  static final String STOPPED = "stopped before it was done";

  private final List<RemoteProbe> probes;
  private final Settings settings;
  private final @Nullable HomeWay way;
  private final Consumer<String> say;
  private final ProbeExperiments experiments;
  private final Set<String> problems = Collections.synchronizedSet(new LinkedHashSet<>());
  private final Map<Integer, HostSpeed> speeds = new ConcurrentHashMap<>();
  private final Map<Integer, Double> rates = new ConcurrentHashMap<>();
  private final long start = System.nanoTime();
  private List<List<Integer>> groups = List.of();
  private @Nullable Topology topology;
  private List<Pair> missing = List.of();
  private volatile boolean isStopped;

  /**
   * How to measure.
   *
   * @param lanSeconds half of a round trip up to which hosts share a LAN
   * @param isIdle whether hosts are taken as if nobody used them
   * @param withSpeed whether speeds are measured
   * @param isOnce whether nothing is measured again to know it better
   */
  public record Settings(double lanSeconds, boolean isIdle, boolean withSpeed, boolean isOnce) {}

  /**
   * @param way how probes at sites reach home; null if all probes dial each other
   */
  public GridMeasurement(
      List<RemoteProbe> probes, Settings settings, @Nullable HomeWay way, Consumer<String> say) {
    this.probes = List.copyOf(probes);
    this.settings = settings;
    this.way = way;
    this.say = say;
    this.experiments =
        new ProbeExperiments(
            this.probes,
            settings.isOnce(),
            way,
            new ProbeExperiments.Tally() {
              @Override
              public void begins(String what) {
                say.accept("%.0f s: %s".formatted(seconds(), what));
              }

              @Override
              public void fails(String why) {
                if (!isStopped) {
                  problem(why); // else it fails because it is stopped
                }
              }

              @Override
              public boolean isStopped() {
                return isStopped;
              }
            });
  }

  private double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }

  private void problem(String why) {
    // That a probe is gone was said when it went.
    boolean isSaid = probes.stream().anyMatch(probe -> why.equals(probe.farewell()));
    if (problems.add(why) && !isSaid) {
      say.accept(why);
    }
  }

  /** Begins no more experiments. */
  public void stop() {
    isStopped = true;
  }

  /**
   * Measures everything.
   *
   * @return whether all of it could be measured
   */
  public boolean run() {
    var discovery =
        new Discovery(
            probes.size(), experiments, 2 * settings.lanSeconds(), settings.isOnce(), say);
    try {
      hosts();
      groups = discovery.group(probes.stream().map(RemoteProbe::cluster).toList(), this::mayBeNear);
      for (int group = 0; group < groups.size(); group++) {
        for (int host : groups.get(group)) {
          experiments.isOn(host, Integer.toString(group));
        }
      }
      announce();
      speeds();
      topology = discovery.networks();
      speeds();
      shareMachines();
    } catch (IOException e) {
      problem(isStopped ? STOPPED : String.valueOf(e.getMessage()));
    }
    for (var probe : probes) {
      @Nullable String farewell = probe.farewell();
      if (farewell != null && !isStopped) {
        problem(farewell);
      }
    }
    missing = discovery.missing();
    return problems.isEmpty() && missing.isEmpty();
  }

  private void hosts() throws IOException {
    var all = new LinkedHashMap<Integer, Set<String>>();
    for (int host = 0; host < probes.size(); host++) {
      all.put(host, experiments.uses(host));
    }
    say.accept(
        "%d hosts: about %.0f s for their speeds; networks follow when groups are known"
            .formatted(probes.size(), settings.withSpeed() ? speedEstimate() : 0));
    experiments.forEach(
        all,
        host -> {
          experiments.control(host);
          if (settings.withSpeed()) {
            say.accept("%.0f s: speed of %s".formatted(seconds(), probes.get(host).name()));
            speeds.put(host, HostSpeed.of(probes.get(host).ask(Note.of("speed"), SPEED_SECONDS)));
          }
          if (!probes.get(host).app().isEmpty()) {
            say.accept("%.0f s: tasks of %s".formatted(seconds(), probes.get(host).name()));
            rates.put(host, probes.get(host).ask(Note.of("tasks"), TASKS_SECONDS).number("rate"));
          }
        });
  }

  /** What is left to do for speeds when the networks begin. */
  private double againEstimate() {
    return settings.withSpeed() && !settings.isOnce() ? 2 * speedEstimate() : 0;
  }

  private double speedEstimate() {
    return (settings.isOnce() ? HOST_ONCE_ESTIMATE : HOST_ESTIMATE) * probes.size();
  }

  /** Measures speeds once more, because that of a shared machine changes from minute to minute. */
  private void speeds() throws IOException {
    if (!settings.withSpeed() || settings.isOnce()) {
      return;
    }
    var all = new LinkedHashMap<Integer, Set<String>>();
    for (int host = 0; host < probes.size(); host++) {
      if (speeds.containsKey(host)) {
        all.put(host, experiments.uses(host));
      }
    }
    experiments.forEach(
        all,
        host -> {
          say.accept("%.0f s: speed of %s again".formatted(seconds(), probes.get(host).name()));
          var again = HostSpeed.of(probes.get(host).ask(Note.of("speed"), SPEED_SECONDS));
          speeds.merge(host, again, HostSpeed::better);
        });
  }

  /** Gives hosts that share a machine and have as many cores the best speed of any of them. */
  private void shareMachines() {
    record Kind(String machine, int cores) {}
    var kinds = new HashMap<Kind, Map<Integer, HostSpeed>>();
    speeds.forEach(
        (host, speed) -> {
          var facts = probes.get(host).facts();
          kinds
              .computeIfAbsent(new Kind(facts.machine(), facts.cores()), kind -> new HashMap<>())
              .put(host, speed);
        });
    kinds.forEach(
        (kind, hosts) ->
            hosts.forEach(
                (host, own) -> {
                  var best = own;
                  for (var other : hosts.values()) {
                    best = best.onOneMachineWith(other, kind.cores());
                  }
                  speeds.put(host, best);
                }));
  }

  private boolean mayBeNear(int one, int other) {
    try {
      return Math.abs(experiments.control(one) - experiments.control(other))
          <= SLACK_SECONDS + 2 * settings.lanSeconds();
    } catch (IOException e) {
      return false;
    }
  }

  /** Says what the networks will cost. */
  private void announce() {
    int ways = 0;
    for (var group : groups) {
      ways += group.size() - 1;
      say.accept("a LAN: " + String.join(", ", group.stream().map(experiments::name).toList()));
    }
    int links = way == null ? groups.size() * (groups.size() - 1) / 2 : groups.size() - 1;
    say.accept(
        "schedule: %d ways in %d LANs, up to %d links between them; about %s, and as many bytes as a way carries in %.0f s and a link in %.0f s"
            .formatted(
                ways,
                groups.size(),
                links,
                Durations.rounded(LAN_ESTIMATE * ways + LINK_ESTIMATE * links + againEstimate()),
                LAN_BYTES,
                LINK_BYTES));
  }

  /**
   * What was measured so far.
   *
   * @param known the cluster of a host by its name, as an older grid file has it; empty if it has
   *     none
   */
  public MeasuredGrid result(UnaryOperator<String> known) {
    var assembly =
        new Assembly(probes, groups, topology, experiments, settings, speeds, rates, missing);
    return assembly.grid(known, List.copyOf(problems), bytes(), seconds());
  }

  private long bytes() {
    return experiments.all().stream().mapToLong(LinkFigures::bytes).sum() + experiments.flowBytes();
  }

  /** The figures of all ways, for a report. */
  public List<LinkFigures> ways() {
    return new ArrayList<>(experiments.all());
  }
}
