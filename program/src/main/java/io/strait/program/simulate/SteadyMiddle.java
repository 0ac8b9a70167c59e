package io.strait.program.simulate;

import io.strait.program.file.Pace;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a run that says how fast it goes on and on: after the first quarter of the units, and
 * before the last one has begun, when nothing more flows in. Where some work is done only in every
 * so many units, it is whole rounds of these. Where that is less than a quarter of the units,
 * because many are under way or some calculation runs far ahead of others, it is the whole run.
 */
final class SteadyMiddle {
  private final FlowModel model;
  private final Processors processors;
  private final Transfers transfers;
  private final Progress progress;
  private final int units;
  private int from;
  private double begin;
  private double end;
  private int ended = -1;

  /** Work up to the beginning, and up to the end, in the order of {@link #sums}. */
  private double[] before;

  private double[] after = {};

  SteadyMiddle(
      FlowModel model, Processors processors, Transfers transfers, Progress progress, int units) {
    this.model = model;
    this.processors = processors;
    this.transfers = transfers;
    this.progress = progress;
    this.units = units;
    this.from = units / 4;
    this.before = new double[model.machines + model.parts() + model.servers()];
  }

  /** Units have ended; so many had before. */
  void ended(int earlier, double now) {
    if (earlier < from && progress.ended >= from) {
      begin = now;
      before = sums();
    }
  }

  /** The last unit begins. */
  void lastBegins(double now) {
    if (progress.ended > from && progress.ended - from >= units / 4) {
      int round = round();
      ended = from + (progress.ended - from) / round * round;
      end = now;
      after = sums();
    }
  }

  /** In how many units all work comes around; 1 if they are too many for the run. */
  private int round() {
    long round = 1;
    for (int c = 0; c < model.calculations; c++) {
      round = model.pace[c] == Pace.DUE ? common(round, model.every[c]) : round;
    }
    for (int e = 0; e < model.edges; e++) {
      round = model.edgeEvery[e] > 0 ? common(round, model.edgeEvery[e]) : round;
    }
    return round > (progress.ended - from) ? 1 : (int) round;
  }

  private static long common(long one, int other) {
    long a = one;
    long b = other;
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return Math.min(Integer.MAX_VALUE, one / a * other);
  }

  /** The work of machines, parts and servers up to now. */
  private double[] sums() {
    processors.forward();
    int parts = model.parts();
    int cards = FlowModel.CARDS * model.machines;
    var sums = new double[model.machines + parts + model.servers()];
    for (int m = 0; m < model.machines; m++) {
      sums[m] = processors.busy[m] / model.cores[m];
    }
    System.arraycopy(processors.work, 0, sums, model.machines, parts + cards);
    for (int g = 0; g < model.gaps.size(); g++) {
      sums[model.machines + parts + cards + g] = transfers.gapWork(g);
    }
    return sums;
  }

  FlowResult result(double seconds, long events) {
    var all = sums();
    if (ended <= from) {
      from = 0;
      begin = 0;
      before = new double[all.length];
      ended = units;
      end = seconds;
      after = all;
    }
    var times = new double[units];
    for (int u = 0; u < units; u++) {
      times[u] = progress.end[u] - progress.begin[u];
    }
    double passed = progress.end[ended - 1] - (from == 0 ? 0 : progress.end[from - 1]);
    List<ResourceUse> uses = new ArrayList<>();
    var isDue = due();
    for (int i = 0; i < all.length; i++) {
      if (all[i] > 0) {
        double use = end > begin ? (after[i] - before[i]) / (end - begin) : 0;
        uses.add(new ResourceUse(name(i), use, all[i], isDue[i]));
      }
    }
    return new FlowResult(
        seconds,
        passed > 0 ? (ended - from) / passed : Double.POSITIVE_INFINITY,
        times,
        uses,
        FlowResult.busiest(uses).name(),
        events);
  }

  /** Which resources do something that somebody waits for. */
  private boolean[] due() {
    var isDue = new boolean[before.length];
    int servers = model.machines + model.parts();
    for (int part = 0; part < model.parts(); part++) {
      if (model.pace[model.partCalculation[part]] == Pace.DUE) {
        isDue[model.partMachine[part]] |= model.partSeconds[part] * model.partCpu[part] > 0;
        isDue[model.machines + part] = true;
      }
    }
    for (int e = 0; e < model.edges; e++) {
      int first = model.firstStage[model.firstPair[e]];
      int end = model.late[e] ? first : model.firstStage[model.firstPair[e + 1]];
      for (int stage = first; stage < end; stage++) {
        int server = model.stageServer[stage];
        isDue[servers + server] = true;
        if (model.stageSeconds[stage] * model.stageCpu[stage] > 0) {
          isDue[model.machineOfServer(server)] = true;
        }
      }
    }
    return isDue;
  }

  private String name(int index) {
    int part = index - model.machines;
    return part < 0
        ? model.cpuName(index)
        : part < model.parts() ? model.partName(part) : model.serverName(part - model.parts());
  }
}
