package io.strait.apps.viewer;

import io.strait.program.run.Program;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program whose calculations are done one after the other in this thread, and how long each took:
 * what paper <em>porting</em> measures before it predicts.
 *
 * @param calculations in the order in which they are done
 */
public record Sequential(int units, List<Cost> calculations) {
  private static final byte[] NOTHING = {};

  /**
   * What a calculation costs per unit.
   *
   * @param seconds the median
   * @param cpuSeconds the median of the seconds of CPU
   * @param bytes what it sends
   */
  public record Cost(String calculation, double seconds, double cpuSeconds, long bytes) {
    /** The share of the time in which it computes, from 0 to 1. */
    public double cpu() {
      return seconds > 0 ? Math.min(1, cpuSeconds / seconds) : 1;
    }
  }

  /** The seconds of a unit: porting (1). */
  public double seconds() {
    return calculations.stream().mapToDouble(Cost::seconds).sum();
  }

  /** Does the calculations for a number of units. */
  public static Sequential run(Program program, List<String> names, int units, Path folder)
      throws Exception {
    var clock = ManagementFactory.getThreadMXBean();
    var codes = new LinkedHashMap<String, Program.Code>();
    var sent = new HashMap<String, byte[]>();
    var times = new double[names.size()][units];
    var cpuTimes = new double[names.size()][units];
    var bytes = new long[names.size()];
    try {
      for (var name : names) {
        codes.put(
            name, program.open(new Program.Place(name, 0, 1, 0, 1, units, 0, folder, line -> {})));
      }
      for (int unit = 0; unit < units; unit++) {
        int index = 0;
        for (var code : codes.entrySet()) {
          var io = new Shared(unit, code.getKey(), sent);
          long cpu = clock.getCurrentThreadCpuTime();
          long start = System.nanoTime();
          code.getValue().run(io);
          times[index][unit] = (System.nanoTime() - start) * 1e-9;
          cpuTimes[index][unit] = (clock.getCurrentThreadCpuTime() - cpu) * 1e-9;
          bytes[index++] += sent.getOrDefault(code.getKey(), NOTHING).length;
        }
      }
    } finally {
      for (var code : codes.values()) {
        code.close();
      }
    }
    var costs = new ArrayList<Cost>();
    for (int i = 0; i < names.size(); i++) {
      costs.add(new Cost(names.get(i), median(times[i]), median(cpuTimes[i]), bytes[i] / units));
    }
    return new Sequential(units, costs);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /** Memory that the calculations share: what one sent is there for those after it. */
  private record Shared(long number, String sender, Map<String, byte[]> sent)
      implements Program.Unit {
    @Override
    public byte[] input(String calculation, int part) {
      return sent.getOrDefault(calculation, NOTHING);
    }

    @Override
    public int parts(String calculation) {
      return 1;
    }

    @Override
    public void send(String calculation, int part, byte[] data, int offset, int length) {
      sent.put(sender, Arrays.copyOfRange(data, offset, offset + length));
    }
  }
}
