package io.strait.measure;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Speed;
import java.util.List;
import java.util.Map;

/**
 * This machine as a grid: a master and one worker per core. The speed of a core is measured with
 * chains of multiply-adds in Java, as the best of several short runs. It is an upper bound for real
 * programs, good enough to compare plans, but not a benchmark.
 */
public final class ThisMachine {
  private static final String NAME = "this-machine";
  private static final int RUNS = 5;
  private static final int STEPS = 2_000_000;

  private ThisMachine() {}

  public static Grid grid() {
    var speed = speed();
    int cores = Runtime.getRuntime().availableProcessors();
    var hosts =
        List.of(host("master", 0, Role.MASTER, speed), host("core", cores, Role.WORKER, speed));
    return new Grid(NAME, "here", List.of(new Cluster("here", Network.IDEAL, hosts)), List.of());
  }

  /**
   * This machine as a grid file, without any measurement, for an app whose task time is unknown.
   * Every core gets a rate of one per second; what matters is that all cores are alike.
   */
  public static String unmeasured() {
    return """
    grid: %s
    home: here
    clusters:
      here:
        hosts:
          - {name: master, role: master}
          - {name: core, count: %d, role: worker, rate: 1/s}
    """
        .formatted(NAME, Runtime.getRuntime().availableProcessors());
  }

  /** Whether a grid is {@link #unmeasured}, so that its rates mean nothing. */
  public static boolean isUnmeasured(Grid grid) {
    return grid.name().equals(NAME)
        && grid.clusters().getFirst().hosts().stream()
            .anyMatch(host -> host.rates().containsKey(HostGroup.ANY_APP));
  }

  private static HostGroup host(String name, int count, Role role, Speed speed) {
    return new HostGroup(name, count, role, Map.of(), speed, 1, Fraction.ALL, null, Map.of());
  }

  /** The speed of one core, to two digits, because more would be noise. */
  public static Speed speed() {
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
      best = Math.max(best, flopPerSecond());
    }
    double unit = Math.pow(10, Math.floor(Math.log10(best)) - 1);
    return new Speed(Math.rint(best / unit) * unit);
  }

  private static double flopPerSecond() {
    long start = System.nanoTime();
    double operations = SpeedKernel.run(STEPS);
    return operations / ((System.nanoTime() - start) * 1e-9);
  }
}
