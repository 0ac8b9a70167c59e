package io.strait.lab.host;

import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.UsageException;
import io.strait.model.quantity.Rate;
import io.strait.model.text.InputException;
import io.strait.transport.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How much CPU time the hosts of a lab get, as a control group of Linux for each: those of version
 * 1 with {@code cpu}, or version 2.
 *
 * @param lab its name
 */
public record Quotas(String lab) {
  private static final Path MOUNTS = Path.of("/proc/mounts");
  private static final String MEMBERS = "cgroup.procs";
  private static final String CHILDREN = "cgroup.subtree_control";

  /** Periods that are tried, the smoothest first; a quota is a millisecond at least. */
  private static final long[] PERIODS_MICROS = {20_000, 100_000, 1_000_000};

  private static final long LEAST_MICROS = 1000;

  /**
   * Where control groups are.
   *
   * @param controllers of the first version that are mounted together
   */
  private record Groups(Path folder, boolean isSecondVersion, String controllers) {}

  /**
   * The CPUs of each host: the fastest has its cores, or all of this machine's if those are fewer;
   * the others in proportion. Hosts without a speed have no quota.
   *
   * @param machine the cores of this machine
   */
  public static Map<String, Double> of(Grid grid, int machine) {
    var power = power(grid);
    var powers = new LinkedHashMap<String, Double>();
    double most = 0;
    int cores = 1;
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        double mine = power.applyAsDouble(group) * group.available().ofOne();
        if (mine > most) {
          most = mine;
          cores = group.cores();
        }
        for (int i = 0; i < group.size() && mine > 0; i++) {
          powers.put(group.hostName(i), mine);
        }
      }
    }
    if (powers.isEmpty()) {
      throw new InputException(
          "no host of the grid has a speed or a rate, expected some for --quota");
    }
    double factor = Math.min(cores, machine) / most;
    powers.replaceAll((host, mine) -> mine * factor);
    return powers;
  }

  /** Speeds if there are some, otherwise the rates of the application that most hosts have. */
  private static ToDoubleFunction<HostGroup> power(Grid grid) {
    var groups = grid.clusters().stream().flatMap(cluster -> cluster.hosts().stream()).toList();
    if (groups.stream().anyMatch(group -> group.speed() != null)) {
      return group -> group.speed() == null ? 0 : group.speed().flopPerSecond() * group.cores();
    }
    var apps = new LinkedHashSet<String>();
    groups.forEach(group -> apps.addAll(group.rates().keySet()));
    var app =
        apps.stream()
            .sorted()
            .max(
                Comparator.comparingLong(
                    each -> groups.stream().filter(group -> group.rate(each) != null).count()))
            .orElse("");
    return group -> {
      @Nullable Rate rate = group.rate(app);
      return rate == null ? 0 : rate.perSecond();
    };
  }

  /** Says what is missing, if something is. */
  public static void check() {
    if (groups() == null) {
      throw new UsageException(
          "--quota needs the control group cpu of Linux (version 1 or 2) with the right to write"
              + " there, which is not there; without --quota, hosts share the CPU as they can");
    }
  }

  private static @Nullable Groups groups() {
    @Nullable Groups found = null;
    try {
      for (var line : Files.readAllLines(MOUNTS)) {
        var words = line.split(" ", -1);
        var folder = Path.of(words[1]);
        if (!Files.isWritable(folder)) {
          continue;
        }
        var options = List.of(words[3].split(",", -1));
        if (words[2].equals("cgroup") && options.contains("cpu")) {
          return new Groups(folder, false, options.contains("cpuacct") ? "cpu,cpuacct" : "cpu");
        }
        var controllers = folder.resolve("cgroup.controllers");
        if (words[2].equals("cgroup2")
            && Files.exists(controllers)
            && List.of(Files.readString(controllers).strip().split(" ", -1)).contains("cpu")) {
          found = new Groups(folder, true, "");
        }
      }
    } catch (IOException e) {
      return null;
    }
    return found;
  }

  private Path all(Groups groups) {
    return groups.folder().resolve("strait-lab." + lab);
  }

  /** Makes a group for every host. */
  public void make(Map<String, Double> cpus) throws IOException {
    var groups = groups();
    if (groups == null) {
      throw new IOException("there are no control groups");
    }
    var all = all(groups);
    if (groups.isSecondVersion()) {
      write(groups.folder().resolve(CHILDREN), "+cpu");
    }
    Files.createDirectory(all);
    if (groups.isSecondVersion()) {
      write(all.resolve(CHILDREN), "+cpu");
    }
    for (var host : cpus.entrySet()) {
      var folder = Files.createDirectory(all.resolve(host.getKey()));
      long period = period(host.getValue());
      long quota = Math.max(LEAST_MICROS, Math.round(host.getValue() * period));
      if (groups.isSecondVersion()) {
        write(folder.resolve("cpu.max"), quota + " " + period);
      } else {
        write(folder.resolve("cpu.cfs_period_us"), Long.toString(period));
        write(folder.resolve("cpu.cfs_quota_us"), Long.toString(quota));
      }
    }
  }

  private static long period(double cpus) {
    for (long period : PERIODS_MICROS) {
      if (cpus * period >= LEAST_MICROS) {
        return period;
      }
    }
    return PERIODS_MICROS[PERIODS_MICROS.length - 1];
  }

  private static void write(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new IOException("%s cannot be set to %s".formatted(file, text), e);
    }
  }

  /** The file that a process of a host writes its number to; null if the host has no quota. */
  @Nullable Path members(String host) {
    var groups = groups();
    if (groups == null) {
      return null;
    }
    var file = all(groups).resolve(host).resolve(MEMBERS);
    return Files.exists(file) ? file : null;
  }

  /**
   * A line for a shell that shows a host's control groups to the programs inside, for which {@code
   * ip netns exec} hides them: so they know how many CPUs they have. Where it fails, they do not.
   */
  static String show() {
    var groups = groups();
    if (groups == null) {
      return "";
    }
    return groups.isSecondVersion()
        ? "mount -t cgroup2 cgroup /sys/fs/cgroup 2>/dev/null; "
        : "mount -t cgroup -o %s cgroup /sys/fs/cgroup 2>/dev/null; "
            .formatted(groups.controllers());
  }

  /** Removes the groups, in which no process runs any more. */
  public void remove() throws IOException {
    var groups = groups();
    if (groups == null || !Files.isDirectory(all(groups))) {
      return;
    }
    // The files in these folders cannot be removed, and need not be.
    try (var hosts = Files.newDirectoryStream(all(groups), Files::isDirectory)) {
      for (var host : hosts) {
        Folders.deleteEmpty(host);
      }
    }
    Folders.deleteEmpty(all(groups));
  }
}
