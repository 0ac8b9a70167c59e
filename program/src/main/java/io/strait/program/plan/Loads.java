package io.strait.program.plan;

import io.strait.model.law.Element;
import io.strait.program.file.Every;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What every resource has to do under a placement when calculations and transfers run as threads
 * and several units are under way: porting (21) and (22). The resource that fills first bounds the
 * rate.
 *
 * <p>Resources are the CPU of each machine (all cores of it), each part of a calculation (which
 * does one unit after the other), the network card of each machine (its two directions apart where
 * the network is full duplex) and each gap.
 */
public final class Loads {
  private final Flow flow;
  private final Map<String, Load> all = new LinkedHashMap<>();

  public Loads(Flow flow, Placement placement) {
    this.flow = flow;
    for (int calculation = 0; calculation < placement.parts().size(); calculation++) {
      for (var part : placement.parts().get(calculation)) {
        calculation(calculation, part);
      }
    }
    for (int edge = 0; edge < flow.app().data().size(); edge++) {
      for (var from : placement.parts().get(flow.from(edge))) {
        for (var to : placement.parts().get(flow.to(edge))) {
          if (from.machine() != to.machine()) {
            transfer(edge, from, to);
          }
        }
      }
    }
  }

  private void calculation(int index, Placement.Part part) {
    var calculation = flow.app().calculations().get(index);
    var machine = flow.machines().get(part.machine());
    var element = flow.calculation(index, part.share(), machine);
    add(
        cpu(machine),
        element.cpuSeconds() / machine.cores(),
        calculation.every(),
        calculation.late());
    add(
        load("%s on %s".formatted(calculation.name(), machine.name())),
        element.seconds(),
        calculation.every(),
        calculation.late());
  }

  private void transfer(int edge, Placement.Part from, Placement.Part to) {
    var data = flow.app().data().get(edge);
    var source = flow.machines().get(from.machine());
    var target = flow.machines().get(to.machine());
    var element = flow.transfer(edge, from, to);
    var way = flow.way(source, target);
    end(source, element, data.every(), data.late(), way.isFullDuplex() ? " sending" : "");
    end(target, element, data.every(), data.late(), way.isFullDuplex() ? " receiving" : "");
    double volume = data.volume() * Flow.share(data, from, to);
    for (var gap : way.gaps()) {
      add(
          load("gap " + gap.name()),
          volume / gap.network().bandwidth().bytesPerSecond(),
          data.every(),
          data.late());
    }
  }

  private void end(Machine machine, Element transfer, Every every, boolean late, String direction) {
    add(cpu(machine), transfer.cpuSeconds() * machine.cardsCpu() / machine.cores(), every, late);
    add(
        all.computeIfAbsent(
            "the network of %s%s".formatted(machine.name(), direction),
            name -> new Load(name, machine.index())),
        transfer.seconds() * machine.cardsTime(),
        every,
        late);
  }

  private Load cpu(Machine machine) {
    return load("the CPU of " + machine.name());
  }

  private Load load(String name) {
    return all.computeIfAbsent(name, key -> new Load(key, -1));
  }

  private static void add(Load load, double seconds, Every every, boolean late) {
    load.add(seconds * every.perUnit(), seconds * every.perSecond(), late);
  }

  /** All resources. */
  public List<Load> all() {
    return new ArrayList<>(all.values());
  }

  /** The resource that bounds the rate. */
  public Load bound() {
    Load bound = all.values().iterator().next();
    for (var load : all.values()) {
      if (load.rate() < bound.rate()) {
        bound = load;
      }
    }
    return bound;
  }

  /** How busy the CPU of a machine is at a rate. */
  public double cpuUse(Machine machine, double rate) {
    return Math.min(1, cpu(machine).use(rate));
  }

  /** The share of a machine's CPU that work by the clock leaves. */
  double free(Machine machine) {
    return Math.max(1e-3, 1 - cpu(machine).timed());
  }
}
