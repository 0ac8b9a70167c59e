package io.strait.program.simulate;

import io.strait.program.plan.Flow;
import io.strait.program.plan.Slices;
import io.strait.program.simulate.MachineClock.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Units one after the other, each in time slices: a phase of transfers and a phase of calculations,
 * with a barrier after each. A machine does one thing at a time, and work by the clock first.
 */
final class SliceSimulation {
  /**
   * Something that a machine does in a phase.
   *
   * @param lane its part, or its server after all parts
   */
  private record Item(int lane, double seconds, int every) {}

  /** What one machine does in a phase. */
  private record Share(int machine, List<Item> items) {}

  /**
   * A phase.
   *
   * @param pairs whose latency is waited for at its end
   */
  private record Phase(String name, List<Share> shares, int[] pairs) {}

  private final Flow flow;
  private final FlowModel model;
  private final int units;
  private final SplittableRandom random;
  private final FlowTimings timings;
  private final List<Phase> phases = new ArrayList<>();
  private final boolean[] isDue;
  private final MachineClock[] clocks;
  private long events;

  SliceSimulation(
      Flow flow,
      FlowModel model,
      List<Slices.Slice> slices,
      int units,
      long seed,
      FlowTimings timings) {
    this.flow = flow;
    this.model = model;
    this.units = units;
    this.random = new SplittableRandom(seed);
    this.timings = timings;
    this.isDue = new boolean[model.machines];
    for (int part = 0; part < model.parts(); part++) {
      isDue[model.partMachine[part]] |=
          !flow.app().calculations().get(model.partCalculation[part]).late();
    }
    var releases = new ArrayList<List<Release>>();
    for (int m = 0; m < model.machines; m++) {
      releases.add(new ArrayList<>());
    }
    for (var slice : slices) {
      slice(slice, releases);
    }
    this.clocks = releases.stream().map(MachineClock::new).toArray(MachineClock[]::new);
  }

  private void slice(Slices.Slice slice, List<List<Release>> releases) {
    var transfers = new TreeMap<Integer, List<Item>>();
    var computes = new TreeMap<Integer, List<Item>>();
    var pairs = new ArrayList<Integer>();
    for (int calculation : slice.calculations()) {
      for (int p = model.firstPart[calculation]; p < model.firstPart[calculation + 1]; p++) {
        var every = flow.app().calculations().get(calculation).every();
        var item = new Item(p, model.partSeconds[p], every.units());
        add(item, model.partMachine[p], every.seconds(), computes, releases);
      }
      for (int e = 0; e < model.edges; e++) {
        if (model.to[e] == calculation) {
          edge(e, transfers, releases, pairs);
        }
      }
    }
    phases.add(
        new Phase(
            slice.transferring(),
            shares(transfers),
            pairs.stream().mapToInt(each -> each).toArray()));
    phases.add(new Phase(slice.computing(), shares(computes), new int[0]));
  }

  private void edge(
      int edge,
      Map<Integer, List<Item>> transfers,
      List<List<Release>> releases,
      List<Integer> pairs) {
    var data = flow.app().data().get(edge);
    for (int pair = model.firstPair[edge]; pair < model.firstPair[edge + 1]; pair++) {
      int end = model.firstStage[pair + 1];
      if (end == model.firstStage[pair]) {
        continue;
      }
      for (int stage : new int[] {model.firstStage[pair], end - 1}) {
        var item =
            new Item(
                model.parts() + model.stageServer[stage],
                model.stageSeconds[stage] * model.pieces[pair],
                data.every().units());
        int machine = model.machineOfServer(model.stageServer[stage]);
        add(item, machine, data.every().seconds(), transfers, releases);
      }
      if (!data.late()) {
        pairs.add(pair);
      }
    }
  }

  private void add(
      Item item,
      int machine,
      double period,
      Map<Integer, List<Item>> items,
      List<List<Release>> releases) {
    if (!isDue[machine] || item.seconds == 0) {
      return;
    }
    if (item.every == 0) {
      releases.get(machine).add(new Release(period, item.seconds));
    } else {
      items.computeIfAbsent(machine, key -> new ArrayList<>()).add(item);
    }
  }

  private static List<Share> shares(Map<Integer, List<Item>> items) {
    var shares = new ArrayList<Share>();
    items.forEach((machine, list) -> shares.add(new Share(machine, list)));
    return shares;
  }

  FlowResult run() {
    for (int m = 0; m < clocks.length; m++) {
      if (clocks[m].use() >= 1) {
        return stalled(m);
      }
    }
    var unitSeconds = new double[units];
    var phaseSeconds = new double[phases.size()];
    double now = 0;
    double quarter = 0;
    for (int unit = 0; unit < units; unit++) {
      double begin = now;
      for (int i = 0; i < phases.size(); i++) {
        double end = phase(phases.get(i), unit, now);
        phaseSeconds[i] += end - now;
        now = end;
      }
      unitSeconds[unit] = now - begin;
      quarter = unit + 1 == units / 4 ? now : quarter;
    }
    double rate = now > quarter ? (units - units / 4) / (now - quarter) : Double.POSITIVE_INFINITY;
    return new FlowResult(now, rate, unitSeconds, uses(now), longest(phaseSeconds), events);
  }

  private FlowResult stalled(int machine) {
    var name = "work by the clock on " + flow.machines().get(machine).name();
    return new FlowResult(
        Double.POSITIVE_INFINITY,
        0,
        new double[] {Double.POSITIVE_INFINITY},
        List.of(new ResourceUse(name, clocks[machine].use(), Double.POSITIVE_INFINITY, true)),
        name,
        events);
  }

  /** When a phase ends that begins now. */
  private double phase(Phase phase, int unit, double now) {
    double last = now;
    for (var share : phase.shares) {
      double at = now;
      for (var item : share.items) {
        if (unit % item.every == 0) {
          double begin = at;
          at = clocks[share.machine].finish(at, item.seconds);
          events++;
          tell(item, unit, begin, at);
        }
      }
      last = Math.max(last, at);
    }
    double latency = 0;
    for (int pair : phase.pairs) {
      double each = model.latency[pair];
      for (double mean : model.jitter[pair]) {
        each -= mean * Math.log1p(-random.nextDouble());
      }
      latency = Math.max(latency, each);
    }
    return last + latency;
  }

  private void tell(Item item, int unit, double begin, double end) {
    if (item.lane < model.parts()) {
      timings.computed(item.lane, unit, begin, end);
    } else {
      timings.transferred(item.lane - model.parts(), begin, end);
    }
  }

  private List<ResourceUse> uses(double seconds) {
    var uses = new ArrayList<ResourceUse>();
    for (int m = 0; m < clocks.length; m++) {
      double busy = clocks[m].busy(seconds);
      if (busy > 0) {
        uses.add(new ResourceUse(flow.machines().get(m).name(), busy / seconds, busy, true));
      }
    }
    return uses;
  }

  private String longest(double[] seconds) {
    int most = 0;
    for (int i = 1; i < seconds.length; i++) {
      // What differs by rounding is equal, and the first of equals counts, as in a plan.
      most = seconds[i] > seconds[most] * (1 + 1e-9) ? i : most;
    }
    return seconds.length == 0 || seconds[most] == 0 ? "nothing" : phases.get(most).name;
  }
}
