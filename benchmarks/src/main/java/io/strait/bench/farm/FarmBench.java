package io.strait.bench.farm;

import io.strait.bench.Memory;
import io.strait.bench.Stopwatch;
import io.strait.bench.TextTable;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The farm run-time beside JPPF, Dask, Open MPI and GNU parallel, and beside the bare connections
 * that limit it. All processes of a farm share the cores of this machine; one farm is up at a time.
 *
 * <p>{@code ./bench farm NAME...} measures only the farms and the {@link #PARTS} that are named.
 */
public final class FarmBench {
  private static final int RUNS = 3;
  private static final int WARMUPS = 8;

  /** What is measured of a farm. */
  private enum Case {
    NOOP("tasks/s", true),
    NOOP_CPU("s", false),
    MEDIAN_LATENCY("s", false),
    P99_LATENCY("s", false),
    BULK("results/s", true),
    BULK_CPU("s", false),
    COMMAND("commands/s", true),
    MEMORY("MiB", false);

    private final String unit;
    private final boolean isMoreBetter;

    Case(String unit, boolean isMoreBetter) {
      this.unit = unit;
      this.isMoreBetter = isMoreBetter;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String text(double value) {
      return unit.equals("s") ? Stopwatch.text(value) : Stopwatch.digits(value) + " " + unit;
    }
  }

  /**
   * A farm that may be had.
   *
   * @param noop the goal of the ratio of ours to it for tasks that do nothing
   * @param goal that for all else
   * @param find nothing where it cannot be had
   */
  private record Candidate(
      String name, String noop, String goal, Supplier<@Nullable FarmUnderTest> find) {
    Candidate(String name, String goal, Supplier<@Nullable FarmUnderTest> find) {
      this(name, goal, goal, find);
    }

    String goal(Case what) {
      return switch (what) {
        case NOOP, NOOP_CPU -> noop;
        case MEMORY -> "none";
        default -> goal;
      };
    }
  }

  private static final String OURS = "ours";

  /** Seconds. */
  private static final Map<Case, Double> LATENCY_GOALS =
      Map.of(Case.MEDIAN_LATENCY, 0.3e-3, Case.P99_LATENCY, 1e-3);

  /** All farms; ours will be the first, with the name {@link #OURS}. */
  private static final List<Candidate> CANDIDATES =
      List.of(
          new Candidate(OURS, "", OurFarm::open),
          new Candidate("jppf", "10", "1", JppfPeer::find),
          new Candidate("dask", "10", "1", DaskPeer::find),
          new Candidate("parallel", "1.5", ParallelPeer::find),
          new Candidate(
              "mpi-memory", "none, a limit", () -> MpiPeer.find(MpiPeer.Transport.MEMORY)),
          new Candidate("mpi-tcp", "none, a limit", () -> MpiPeer.find(MpiPeer.Transport.TCP)),
          new Candidate("mpi-batch", "none, a limit", () -> MpiPeer.find(MpiPeer.Transport.BATCH)),
          new Candidate("grpc-stream", "0.9", () -> BulkStream.open(BulkStream.Kind.GRPC)),
          new Candidate("tls-stream", "none, a limit", () -> BulkStream.open(BulkStream.Kind.TLS)),
          new Candidate("disk", "none, a limit", DiskLimit::find));

  /** What may be named to be measured alone. */
  private static final List<String> PARTS =
      List.of("noop", "latency", "bulk", "command", "crowd", "memory");

  private final List<String> parts = new ArrayList<>(PARTS);
  private final TextTable table = new TextTable("case", "farm", "best", "spread", "setting");
  private final Map<String, Map<Case, double[]>> values = new LinkedHashMap<>();
  private final Map<String, String> settings = new LinkedHashMap<>();

  private final List<String> extra = new ArrayList<>();

  private FarmBench() {}

  public static void main(String[] args) {
    new FarmBench().run(List.of(args));
  }

  private void run(List<String> names) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    if (names.stream().anyMatch(PARTS::contains)) {
      parts.retainAll(names);
    }
    boolean all = PARTS.containsAll(names);
    for (var candidate : CANDIDATES) {
      if (all || names.contains(candidate.name)) {
        measure(candidate);
      }
    }
    for (var what : Case.values()) {
      values.forEach((name, found) -> row(what, name, found.get(what)));
    }
    System.out.printf(
        """
        One master and one worker process on %d cores, JPPF with a driver between them; load of the
        machine before the first: %.1f (rates are worth little where it is not near 0)
        best of %d runs after as many as make it faster, at most %d; spread: by how much the median run is worse
        cpu: CPU time of all processes of the farm per task or result, compilers and collectors included
        memory: the most main memory that all processes of the farm have occupied, added up
        """,
        Runtime.getRuntime().availableProcessors(), load, RUNS, WARMUPS);
    System.out.println(table);
    summary();
    extra.forEach(System.out::println);
  }

  /** What many workers below one gateway cost. */
  private void crowd(OurFarm ours) {
    double few = ours.crowdRate(16);
    double many = ours.crowdRate(OurFarm.WORKERS);
    extra.add(
        "farm crowd: %,d workers below one gateway %,.0f tasks/s, 16 workers %,.0f, ratio %.2f (goal 0.8)"
            .formatted(OurFarm.WORKERS, many, few, many / few));
  }

  /** How much memory our master needs, for what there is no case of peers. */
  private void held(OurFarm ours) {
    var held = ours.heldMemory();
    extra.add(
        "farm queued-tasks: master with %,d tasks waiting %.0f MiB (goal below 1024)"
            .formatted(OurFarm.QUEUED, held[0]));
    extra.add(
        "farm held-workers: master with %,d workers connected besides %.0f MiB, %.0f KiB per worker"
            .formatted(OurFarm.WORKERS, held[1], (held[1] - held[0]) * 1024 / OurFarm.WORKERS));
    double few = ours.masterPeak(500_000);
    double many = ours.masterPeak(4_000_000);
    extra.add(
        "farm finished-tasks: master at most %.0f MiB after 500,000 tasks, %.0f MiB after 4,000,000, ratio %.2f (goal about 1 or below)"
            .formatted(few, many, many / few));
  }

  /** Measures a farm from its start to its end; what fails is said, and the others go on. */
  private void measure(Candidate candidate) {
    System.err.printf("farm: %s ...%n", candidate.name);
    var found = new EnumMap<Case, double[]>(Case.class);
    try (var farm = candidate.find.get()) {
      if (farm == null) {
        System.err.printf("farm: %s is skipped, it cannot be had here%n", candidate.name);
        return;
      }
      repeat(
          "noop",
          found,
          () -> rate(farm, Case.NOOP, Case.NOOP_CPU, farm.noopTasks(), farm::noopRate));
      repeat(
          "latency",
          found,
          () -> {
            var latency = farm.latency();
            return Map.of(Case.MEDIAN_LATENCY, latency.median(), Case.P99_LATENCY, latency.p99());
          });
      repeat(
          "bulk",
          found,
          () -> rate(farm, Case.BULK, Case.BULK_CPU, farm.bulkTasks(), farm::bulkRate));
      repeat("command", found, () -> Map.of(Case.COMMAND, farm.commandRate()));
      if (farm instanceof OurFarm ours && parts.contains("crowd")) {
        crowd(ours);
      }
      if (farm instanceof OurFarm ours && parts.contains("memory")) {
        held(ours);
      }
      var processes = farm.processes();
      if (!processes.isEmpty()) {
        long bytes = processes.stream().mapToLong(pid -> Memory.Resident.of(pid).peak()).sum();
        found.put(Case.MEMORY, new double[] {bytes / (double) (1 << 20)});
      }
      settings.put(candidate.name, farm.setting());
    } catch (RuntimeException e) {
      System.err.printf("farm: %s failed: %s%n", candidate.name, e.getMessage());
    }
    values.put(candidate.name, found);
  }

  /**
   * A rate, and the CPU time per task of all processes, which others on the machine change less.
   */
  private static Map<Case, Double> rate(
      FarmUnderTest farm, Case rate, Case cpu, int tasks, DoubleSupplier measure) {
    double before = cpuSeconds(farm);
    double found = measure.getAsDouble();
    double used = cpuSeconds(farm) - before;
    return tasks > 0 && used > 0 ? Map.of(rate, found, cpu, used / tasks) : Map.of(rate, found);
  }

  private static double cpuSeconds(FarmUnderTest farm) {
    return farm.processes().stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToDouble(cpu -> cpu.toNanos() / 1e9)
        .sum();
  }

  /**
   * Measures to warm up for as long as that makes a farm a good deal faster, and then to keep,
   * unless the farm cannot do it or another part is asked for.
   */
  private void repeat(String part, Map<Case, double[]> found, Supplier<Map<Case, Double>> measure) {
    if (!parts.contains(part)) {
      return;
    }
    var before = measure.get();
    if (before.values().stream().anyMatch(value -> value.isNaN())) {
      return;
    }
    for (int i = 1; i < WARMUPS; i++) {
      var next = measure.get();
      if (!isWarmer(before, next)) {
        break;
      }
      before = next;
    }
    for (int i = 0; i < RUNS; i++) {
      int run = i;
      measure
          .get()
          .forEach(
              (what, value) -> found.computeIfAbsent(what, w -> new double[RUNS])[run] = value);
    }
  }

  private static boolean isWarmer(Map<Case, Double> before, Map<Case, Double> next) {
    return next.entrySet().stream()
        .anyMatch(
            e ->
                e.getKey().isMoreBetter
                    && e.getValue() > 1.05 * before.getOrDefault(e.getKey(), 0.0));
  }

  private void row(Case what, String name, double @Nullable [] found) {
    if (found == null) {
      return;
    }
    sort(what, found);
    table.add(
        what.text(),
        name,
        what.text(found[0]),
        found.length == 1 ? "-" : "%.0f %%".formatted(100 * spread(what, found)),
        settings.getOrDefault(name, "failed"));
  }

  private static void sort(Case what, double[] found) {
    Arrays.sort(found);
    if (what.isMoreBetter) {
      for (int i = 0, j = found.length - 1; i < j; i++, j--) {
        double swapped = found[i];
        found[i] = found[j];
        found[j] = swapped;
      }
    }
  }

  private static double spread(Case what, double[] found) {
    double median = found[found.length / 2];
    return what.isMoreBetter ? found[0] / median - 1 : median / found[0] - 1;
  }

  /** Ours beside every peer, as a ratio that is above 1 where ours is better. */
  private void summary() {
    var ours = values.get(OURS);
    if (ours == null) {
      System.out.println("farm: ours was not measured, there is nothing to compare");
      return;
    }
    for (var what : Case.values()) {
      for (var peer : CANDIDATES) {
        var mine = ours.get(what);
        var other = values.getOrDefault(peer.name, Map.of()).get(what);
        if (peer.name.equals(OURS) || mine == null || other == null) {
          continue;
        }
        double ratio = what.isMoreBetter ? mine[0] / other[0] : other[0] / mine[0];
        System.out.printf(
            "farm %s-%s: ours %s, peer %s, ratio %s (goal %s)%n",
            what.text(),
            peer.name,
            what.text(mine[0]),
            what.text(other[0]),
            Stopwatch.digits(ratio),
            peer.goal(what));
      }
    }
    for (var each : LATENCY_GOALS.entrySet()) {
      var mine = ours.get(each.getKey());
      if (mine != null) {
        System.out.printf(
            "farm %s: ours %s, ratio %s of %s (goal at most 1)%n",
            each.getKey().text(),
            Stopwatch.text(mine[0]),
            Stopwatch.digits(mine[0] / each.getValue()),
            Stopwatch.text(each.getValue()));
      }
    }
  }
}
