package io.strait.program.plan;

import io.strait.program.file.DataFlow;
import io.strait.program.file.Every;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * A unit in time slices: porting (20). Each slice begins with the transfers of the data that its
 * calculations need and goes on with the calculations; both take as long as the machine that has
 * most to do. A machine does one thing at a time. Machines that only do what nobody waits for are
 * left out.
 */
public final class Slices {
  /**
   * A slice.
   *
   * @param calculations by index
   * @param transfer seconds of its transfers
   * @param compute seconds of its calculations
   * @param transferring the transfers that last longest, for people: {@code the transfers to show}
   * @param computing the calculations of the machine that computes longest
   */
  public record Slice(
      List<Integer> calculations,
      double transfer,
      double compute,
      String transferring,
      String computing) {
    public Slice {
      calculations = List.copyOf(calculations);
    }

    public double seconds() {
      return transfer + compute;
    }
  }

  private final Flow flow;
  private final Placement placement;
  private final boolean[] isDue;
  private final double[] timed;
  private final List<Slice> slices = new ArrayList<>();

  /**
   * @param levels calculations of each slice, by index
   */
  public Slices(Flow flow, Placement placement, List<List<Integer>> levels) {
    this.flow = flow;
    this.placement = placement;
    this.isDue = new boolean[flow.machines().size()];
    this.timed = new double[flow.machines().size()];
    var app = flow.app();
    for (int i = 0; i < app.calculations().size(); i++) {
      for (var part : placement.parts().get(i)) {
        isDue[part.machine()] |= !app.calculations().get(i).late();
      }
    }
    var inputs = flow.inputs();
    for (var level : levels) {
      slices.add(slice(level, inputs));
    }
  }

  /** Calculations level by level: each in the slice after the last that it waits for. */
  public static List<List<Integer>> levels(Flow flow) {
    var app = flow.app();
    var levels = new ArrayList<List<Integer>>();
    if (!app.slices().isEmpty()) {
      for (var slice : app.slices()) {
        levels.add(slice.stream().map(app::indexOf).toList());
      }
      return levels;
    }
    var inputs = flow.inputs();
    var level = new int[app.calculations().size()];
    for (int calculation : DataFlow.order(app)) {
      for (int edge : inputs.get(calculation)) {
        if (!app.data().get(edge).late()) {
          level[calculation] = Math.max(level[calculation], level[flow.from(edge)] + 1);
        }
      }
      while (levels.size() <= level[calculation]) {
        levels.add(new ArrayList<>());
      }
      levels.get(level[calculation]).add(calculation);
    }
    return levels;
  }

  private Slice slice(List<Integer> calculations, List<List<Integer>> inputs) {
    var transfers = new double[timed.length];
    var computes = new double[timed.length];
    double latency = 0;
    for (int calculation : calculations) {
      for (var part : placement.parts().get(calculation)) {
        var machine = flow.machines().get(part.machine());
        var element = flow.calculation(calculation, part.share(), machine);
        add(
            machine,
            element.seconds(),
            flow.app().calculations().get(calculation).every(),
            computes);
        for (int edge : inputs.get(calculation)) {
          latency = Math.max(latency, transfers(edge, part, transfers));
        }
      }
    }
    int sending = longest(transfers);
    int busiest = longest(computes);
    return new Slice(
        calculations,
        most(transfers, sending) + latency,
        most(computes, busiest),
        "the transfers to " + names(calculations, each -> concerns(each, sending, inputs)),
        names(calculations, each -> isOn(each, busiest)));
  }

  /** The names of some calculations; of all if none is among them. */
  private String names(List<Integer> calculations, IntPredicate which) {
    var some = calculations.stream().filter(which::test).toList();
    return (some.isEmpty() ? calculations : some)
        .stream()
            .map(each -> flow.app().calculations().get(each).name())
            .collect(Collectors.joining(" and "));
  }

  private boolean isOn(int calculation, int machine) {
    return flow.app().calculations().get(calculation).every().perUnit() > 0
        && placement.parts().get(calculation).stream().anyMatch(each -> each.machine() == machine);
  }

  /** Whether a machine sends or takes data for a calculation. */
  private boolean concerns(int calculation, int machine, List<List<Integer>> inputs) {
    for (int edge : inputs.get(calculation)) {
      var senders = placement.parts().get(flow.from(edge));
      var takers = placement.parts().get(calculation);
      if (flow.app().data().get(edge).every().perUnit() > 0
          && senders.stream()
              .anyMatch(
                  from ->
                      takers.stream()
                          .anyMatch(
                              to ->
                                  from.machine() != to.machine()
                                      && (from.machine() == machine || to.machine() == machine)))) {
        return true;
      }
    }
    return false;
  }

  /** Counts what comes for a part, and returns the latency that it waits for. */
  private double transfers(int edge, Placement.Part to, double[] seconds) {
    var data = flow.app().data().get(edge);
    var target = flow.machines().get(to.machine());
    double latency = 0;
    for (var from : placement.parts().get(flow.from(edge))) {
      if (from.machine() != to.machine()) {
        var source = flow.machines().get(from.machine());
        double each = flow.transfer(edge, from, to).seconds();
        add(source, each * source.cardsTime(), data.every(), seconds);
        add(target, each * target.cardsTime(), data.every(), seconds);
        if (!data.late()) {
          latency = Math.max(latency, flow.way(source, target).latency());
        }
      }
    }
    return latency;
  }

  private void add(Machine machine, double seconds, Every every, double[] sums) {
    sums[machine.index()] += seconds * every.perUnit();
    timed[machine.index()] += seconds * every.perSecond();
  }

  /** The machine that takes longest, of those that somebody waits for; −1 if none does anything. */
  private int longest(double[] seconds) {
    int longest = -1;
    for (int i = 0; i < seconds.length; i++) {
      if (isDue[i] && seconds[i] > most(seconds, longest)) {
        longest = i;
      }
    }
    return longest;
  }

  private static double most(double[] seconds, int machine) {
    return machine < 0 ? 0 : seconds[machine];
  }

  /** What takes longest in a unit. */
  public String boundBy() {
    double most = 0;
    String name = "nothing";
    for (var slice : slices) {
      if (slice.transfer() > most) {
        most = slice.transfer();
        name = slice.transferring();
      }
      if (slice.compute() > most) {
        most = slice.compute();
        name = slice.computing();
      }
    }
    return name;
  }

  public List<Slice> slices() {
    return List.copyOf(slices);
  }

  /** The seconds of a unit. */
  public double unitSeconds() {
    return slices.stream().mapToDouble(Slice::seconds).sum();
  }

  /** The seconds of every second that work by the clock takes, on the machine that has most. */
  public double timed() {
    return most(timed, longest(timed));
  }
}
