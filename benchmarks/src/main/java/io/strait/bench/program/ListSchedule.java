package io.strait.bench.program;

import io.strait.program.file.DataFlow;
import io.strait.program.file.Overlap;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machine;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * List scheduling as HEFT does it (Topcuoglu, Hariri, Wu 2002): calculations by their distance from
 * the end of the program, each on the machine where it ends first. Where calculations overlap and
 * several units are under way, nobody waits for input, and a machine's time is that of its CPU.
 */
final class ListSchedule {
  private final Flow flow;
  private final boolean isThreaded;
  private final List<List<Integer>> inputs;
  private final int[] on;
  private final double[] ends;
  private final double[] busy;

  ListSchedule(Flow flow) {
    this.flow = flow;
    this.isThreaded = flow.app().overlap() == Overlap.THREADS;
    this.inputs = flow.inputs();
    this.on = new int[inputs.size()];
    this.ends = new double[inputs.size()];
    this.busy = new double[flow.machines().size()];
  }

  Placement placement() {
    double[] rank = ranks();
    var order = new ArrayList<>(DataFlow.order(flow.app()));
    order.sort(Comparator.comparingDouble(c -> -rank[c]));
    for (int c : order) {
      place(c);
    }
    return Placement.whole(on);
  }

  private void place(int c) {
    double least = Double.POSITIVE_INFINITY;
    for (var machine : flow.machines()) {
      double begin = busy[machine.index()];
      double sending = 0;
      for (int edge : inputs.get(c)) {
        int from = flow.from(edge);
        double transfer = transfer(edge, on[from], machine);
        begin = isThreaded ? begin : Math.max(begin, ends[from] + transfer);
        sending += isThreaded ? transfer : 0;
      }
      double end = begin + sending + seconds(c, machine);
      if (end < least) {
        least = end;
        on[c] = machine.index();
      }
    }
    ends[c] = least;
    busy[on[c]] = least;
  }

  private double seconds(int c, Machine machine) {
    var element = flow.calculation(c, 1, machine);
    return isThreaded ? element.cpuSeconds() / machine.cores() : element.seconds();
  }

  private double transfer(int edge, int from, Machine to) {
    var element =
        flow.transfer(edge, new Placement.Part(from, 1), new Placement.Part(to.index(), 1));
    if (isThreaded) {
      return element.cpuSeconds() / to.cores();
    }
    double latency = from == to.index() ? 0 : flow.way(flow.machines().get(from), to).latency();
    return element.seconds() + latency;
  }

  /** The mean seconds from the beginning of each calculation to the end of the program. */
  private double[] ranks() {
    var machines = flow.machines();
    var rank = new double[inputs.size()];
    for (int c : DataFlow.order(flow.app()).reversed()) {
      rank[c] += machines.stream().mapToDouble(m -> seconds(c, m)).average().orElse(0);
      for (int edge : inputs.get(c)) {
        double far = transfer(edge, machines.getFirst().index(), machines.getLast());
        int from = flow.from(edge);
        rank[from] = Math.max(rank[from], rank[c] + far);
      }
    }
    return rank;
  }
}
