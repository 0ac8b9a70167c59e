package io.strait.program.plan;

import io.strait.program.file.DataFlow;
import java.util.List;

/**
 * From the beginning of a unit to its end when nothing else is under way: the longest chain of
 * calculations and transfers. Data that arrive from several machines at one network card queue
 * there, work by the clock stretches what else its machine does, and a calculation that works on
 * its input as it comes ends when its work is done or shortly after its last input.
 */
final class CriticalPath {
  private final Flow flow;
  private final Placement placement;
  private final Loads loads;
  private final List<List<Integer>> inputs;

  /** When each part of each calculation begins and ends. */
  private final double[][] begins;

  private final double[][] ends;

  CriticalPath(Flow flow, Placement placement, Loads loads) {
    this.flow = flow;
    this.placement = placement;
    this.loads = loads;
    this.inputs = flow.inputs();
    int calculations = placement.parts().size();
    this.begins = new double[calculations][];
    this.ends = new double[calculations][];
  }

  double seconds() {
    double last = 0;
    for (int calculation : DataFlow.order(flow.app())) {
      var parts = placement.parts().get(calculation);
      begins[calculation] = new double[parts.size()];
      ends[calculation] = new double[parts.size()];
      for (int i = 0; i < parts.size(); i++) {
        part(calculation, i);
        if (!flow.app().calculations().get(calculation).late()) {
          last = Math.max(last, ends[calculation][i]);
        }
      }
    }
    // Where calculations share a machine, its work takes its time whatever the chain says.
    return Math.max(last, loads.all().stream().mapToDouble(Load::perUnit).max().orElse(0));
  }

  private void part(int calculation, int index) {
    var given = flow.app().calculations().get(calculation);
    var part = placement.parts().get(calculation).get(index);
    var machine = flow.machines().get(part.machine());
    double begin = 0;
    double arrived = 0;
    double tail = 0;
    double queue = 0;
    double firstAtCard = Double.POSITIVE_INFINITY;
    for (int edge : inputs.get(calculation)) {
      var data = flow.app().data().get(edge);
      if (data.late()) {
        continue;
      }
      boolean flows = flow.app().calculations().get(flow.from(edge)).stream();
      var senders = placement.parts().get(flow.from(edge));
      for (int i = 0; i < senders.size(); i++) {
        var from = senders.get(i);
        double transfer = flow.transfer(edge, from, part).seconds() * machine.cardsTime();
        double latency =
            from.machine() == part.machine()
                ? 0
                : flow.way(flow.machines().get(from.machine()), machine).latency();
        double volume = data.volume() * Flow.share(data, from, part);
        double piece = data.message() > 0 && volume > 0 ? Math.min(1, data.message() / volume) : 1;
        double sent = flows ? begins[flow.from(edge)][i] : ends[flow.from(edge)][i];
        double first = sent + latency + transfer * (given.stream() ? piece : 1);
        double all =
            Math.max(
                sent + latency + transfer,
                ends[flow.from(edge)][i] + latency + transfer * (flows ? piece : 1));
        begin = Math.max(begin, first);
        arrived = Math.max(arrived, all);
        tail = Math.max(tail, piece);
        queue += transfer;
        firstAtCard = Math.min(firstAtCard, sent + latency);
      }
    }
    if (queue > 0) {
      arrived = Math.max(arrived, firstAtCard + queue);
    }
    double seconds =
        flow.calculation(calculation, part.share(), machine).seconds() / loads.free(machine);
    begins[calculation][index] = given.stream() ? begin : arrived;
    ends[calculation][index] =
        given.stream() ? Math.max(begin + seconds, arrived + seconds * tail) : arrived + seconds;
  }
}
