package io.strait.program.simulate;

import io.strait.model.quantity.Durations;
import io.strait.program.file.Calculation;
import io.strait.program.file.DataEdge;
import io.strait.program.file.DataFlow;
import io.strait.program.file.Overlap;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machine;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads as the package comment describes them, in the plainest way: after every event all speeds
 * are computed anew, all threads are taken forward, and all parts are asked whether they can go on.
 * Without jitter.
 */
final class NaiveFlow {
  private final Flow flow;
  private final Placement placement;
  private final int units;
  private final int ahead;

  private final NaiveClock clock = new NaiveClock();
  private final Map<String, NaiveClock.Server> servers = new HashMap<>();
  private final List<Part> parts = new ArrayList<>();
  private final Set<String> came = new HashSet<>();
  private final Set<String> waiting = new HashSet<>();
  private final Map<String, Double> lastAtCard = new HashMap<>();
  private int front = -1;
  final double[] begins;
  final double[] ends;

  NaiveFlow(FlowCase given, int units, int ahead) {
    this.flow = given.flow();
    this.placement = given.placement();
    this.units = units;
    this.ahead = ahead;
    this.begins = new double[units];
    this.ends = new double[units];
    for (int c = 0; c < placement.parts().size(); c++) {
      for (int i = 0; i < placement.parts().get(c).size(); i++) {
        parts.add(new Part(c, i));
      }
    }
  }

  private final class Part {
    final int calculation;
    final int index;
    final Placement.Part place;
    int done;
    int segment;
    boolean isRunning;
    int last = -1;
    int owed;

    Part(int calculation, int index) {
      this.calculation = calculation;
      this.index = index;
      this.place = placement.parts().get(calculation).get(index);
    }

    int segments() {
      int most = 1;
      if (given(calculation).stream()) {
        for (int e = 0; e < flow.app().data().size(); e++) {
          for (int other = 0; other < 99; other++) {
            if (flow.from(e) == calculation && other < count(flow.to(e))) {
              most = Math.max(most, pieces(e, index, other));
            }
            if (flow.to(e) == calculation && other < count(flow.from(e))) {
              most = Math.max(most, pieces(e, other, index));
            }
          }
        }
      }
      return most;
    }
  }

  private Calculation given(int calculation) {
    return flow.app().calculations().get(calculation);
  }

  private DataEdge data(int edge) {
    return flow.app().data().get(edge);
  }

  private int count(int calculation) {
    return placement.parts().get(calculation).size();
  }

  private boolean isTimed(int calculation) {
    return given(calculation).every().isTimed();
  }

  private boolean isLoose(int calculation) {
    boolean isAnyDue = false;
    for (int c = 0; c < placement.parts().size(); c++) {
      isAnyDue |= !isTimed(c) && !mayBeLoose(c);
    }
    return isAnyDue && mayBeLoose(calculation);
  }

  private boolean mayBeLoose(int calculation) {
    boolean loose = given(calculation).late() && !isTimed(calculation);
    for (int e = 0; e < flow.app().data().size(); e++) {
      loose &= flow.from(e) != calculation || data(e).late() || data(e).every().isTimed();
    }
    return loose;
  }

  private boolean isDue(int calculation) {
    return !isTimed(calculation) && !isLoose(calculation);
  }

  private boolean isLate(int edge) {
    return data(edge).late()
        || data(edge).every().isTimed()
        || !isDue(flow.from(edge))
        || !isDue(flow.to(edge));
  }

  private int pieces(int edge, int from, int to) {
    boolean stream = given(flow.from(edge)).stream() || given(flow.to(edge)).stream();
    if (isLate(edge) || !stream || data(edge).message() == 0) {
      return 1;
    }
    double volume =
        data(edge).volume()
            * Flow.share(data(edge), part(flow.from(edge), from), part(flow.to(edge), to));
    return (int) Math.max(1, Math.min(64, Math.floor(volume / data(edge).message())));
  }

  private Placement.Part part(int calculation, int index) {
    return placement.parts().get(calculation).get(index);
  }

  double run() {
    for (var part : parts) {
      if (isTimed(part.calculation)) {
        clock(0, given(part.calculation).every().seconds(), () -> part.owed++);
      }
    }
    for (int e = 0; e < flow.app().data().size(); e++) {
      int edge = e;
      if (data(e).every().isTimed()
          && !(isTimed(flow.from(e))
              && given(flow.from(e)).every().seconds() == data(e).every().seconds())) {
        clock(0, data(e).every().seconds(), () -> sendAllLate(edge));
      }
    }
    while (true) {
      poll();
      if (ended() == units) {
        return clock.now();
      }
      clock.step(flow.machines());
    }
  }

  private void clock(long count, double period, Runnable then) {
    clock.at(
        count * period,
        () -> {
          then.run();
          clock(count + 1, period, then);
        });
  }

  private int ended() {
    return parts.stream()
        .filter(part -> isDue(part.calculation))
        .mapToInt(part -> part.done)
        .min()
        .orElseThrow();
  }

  private void poll() {
    for (boolean changed = true; changed; ) {
      changed = false;
      for (var part : parts) {
        changed |= !part.isRunning && begin(part);
      }
    }
  }

  private boolean begin(Part part) {
    var given = given(part.calculation);
    var machine = flow.machines().get(part.place.machine());
    var element = flow.calculation(part.calculation, part.place.share(), machine);
    if (isTimed(part.calculation)) {
      if (part.owed == 0) {
        return false;
      }
      part.owed--;
      work(part, element.seconds(), element.cpu(), () -> endLate(part, 0, true));
      return true;
    }
    int every = given.every().units();
    if (isLoose(part.calculation)) {
      int newest = front < 0 ? -1 : front / every * every;
      if (newest <= part.last) {
        return false;
      }
      int before = part.last;
      part.last = newest;
      work(part, element.seconds(), element.cpu(), () -> endLate(part, before, false));
      return true;
    }
    int unit = part.done;
    if (unit == units || (part.segment == 0 && !hasRoom(part, unit)) || !hasData(part, unit)) {
      return false;
    }
    if (flow.app().overlap() == Overlap.NONE && !isTurn(part, unit)) {
      return false;
    }
    if (part.segment == 0 && unit > front) {
      front = unit;
      begins[unit] = clock.now();
      for (int e = 0; e < flow.app().data().size(); e++) {
        if (isTimed(flow.from(e))
            && !data(e).every().isTimed()
            && unit % data(e).every().units() == 0) {
          sendAllLate(e);
        }
      }
    }
    if (unit % every == 0 && element.seconds() > 0) {
      work(part, element.seconds() / part.segments(), element.cpu(), () -> end(part, unit));
    } else {
      end(part, unit);
    }
    return true;
  }

  /** Units one after the other, and the parts of a machine in the order of the slices. */
  private boolean isTurn(Part part, int unit) {
    boolean isFirst = true;
    for (int e = 0; e < flow.app().data().size(); e++) {
      isFirst &= flow.to(e) != part.calculation;
    }
    if (isFirst && ended() < unit) {
      return false;
    }
    var order = DataFlow.order(flow.app(), Slices.levels(flow));
    for (var other : parts) {
      boolean isBefore = order.indexOf(other.calculation) < order.indexOf(part.calculation);
      if (other.place.machine() == part.place.machine()
          && other != part
          && (other.isRunning || other.done < (isBefore ? unit + 1 : unit))) {
        return false;
      }
    }
    return true;
  }

  private void work(Part part, double seconds, double cpu, Runnable then) {
    part.isRunning = true;
    clock.thread(
        part.place.machine(),
        cpu,
        seconds,
        () -> {
          part.isRunning = false;
          then.run();
        });
  }

  private boolean hasRoom(Part part, int unit) {
    for (int e = 0; e < flow.app().data().size(); e++) {
      if (flow.from(e) == part.calculation && !isLate(e) && unit % data(e).every().units() == 0) {
        int to = flow.to(e);
        int back = unit - ahead * data(e).every().units();
        if (parts.stream().anyMatch(other -> other.calculation == to && other.done <= back)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean hasData(Part part, int unit) {
    int segments = part.segments();
    for (int e = 0; e < flow.app().data().size(); e++) {
      if (flow.to(e) != part.calculation || isLate(e) || unit % data(e).every().units() != 0) {
        continue;
      }
      for (int from = 0; from < count(flow.from(e)); from++) {
        int pieces = pieces(e, from, part.index);
        for (int i = 0; i < pieces && i * segments / pieces <= part.segment; i++) {
          if (!came.contains(key(e, from, part.index) + "/" + unit + "/" + i)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static String key(int edge, int from, int to) {
    return edge + ":" + from + ":" + to;
  }

  private void end(Part part, int unit) {
    int segments = part.segments();
    int segment = part.segment;
    boolean isEnd = segment == segments - 1;
    for (int e = 0; e < flow.app().data().size(); e++) {
      if (flow.from(e) != part.calculation || data(e).every().isTimed()) {
        continue;
      }
      if (unit % data(e).every().units() == 0) {
        for (int to = 0; to < count(flow.to(e)); to++) {
          if (isLate(e)) {
            if (isEnd) {
              sendLate(e, part.index, to);
            }
          } else {
            int pieces = pieces(e, part.index, to);
            for (int i = segment * pieces / segments; i < (segment + 1) * pieces / segments; i++) {
              var arrival = key(e, part.index, to) + "/" + unit + "/" + i;
              transfer(e, part.index, to, pieces, () -> {}, () -> came.add(arrival));
            }
          }
        }
      }
    }
    part.segment = isEnd ? 0 : segment + 1;
    if (isEnd) {
      int before = ended();
      part.done++;
      if (ended() > before) {
        ends[before] = clock.now();
      }
    }
  }

  private void endLate(Part part, int before, boolean isTimed) {
    for (int e = 0; e < flow.app().data().size(); e++) {
      if (flow.from(e) == part.calculation) {
        var every = data(e).every();
        boolean isOn =
            isTimed
                ? every.isTimed() && every.seconds() == given(part.calculation).every().seconds()
                : !every.isTimed()
                    && Math.floorDiv(part.last, every.units())
                        > Math.floorDiv(before, every.units());
        for (int to = 0; isOn && to < count(flow.to(e)); to++) {
          sendLate(e, part.index, to);
        }
      }
    }
  }

  private void sendAllLate(int edge) {
    for (int from = 0; from < count(flow.from(edge)); from++) {
      for (int to = 0; to < count(flow.to(edge)); to++) {
        sendLate(edge, from, to);
      }
    }
  }

  private void sendLate(int edge, int from, int to) {
    var key = key(edge, from, to);
    if (waiting.add(key)) {
      transfer(edge, from, to, 1, () -> waiting.remove(key), () -> {});
    }
  }

  /** One stage of a transfer: a server, its seconds, and the CPU of a machine. */
  private record Stage(NaiveClock.Server server, double seconds, int machine, double cpu) {}

  private void transfer(int edge, int from, int to, int pieces, Runnable begun, Runnable arrived) {
    var source = part(flow.from(edge), from);
    var target = part(flow.to(edge), to);
    if (source.machine() == target.machine()) {
      begun.run();
      arrived.run();
      return;
    }
    var one = flow.machines().get(source.machine());
    var other = flow.machines().get(target.machine());
    var way = flow.way(one, other);
    var element = flow.transfer(edge, source, target);
    double volume = data(edge).volume() * Flow.share(data(edge), source, target) / pieces;
    double seconds = element.seconds() / pieces;
    var stages = new ArrayList<Stage>();
    stages.add(card(one, seconds, element.cpu(), way.isFullDuplex() ? "out" : ""));
    double latency = 0;
    for (var gap : way.gaps()) {
      var network = gap.network();
      stages.add(
          new Stage(server(gap.name()), volume / network.bandwidth().bytesPerSecond(), -1, 0));
      latency += Durations.seconds(network.latency());
    }
    stages.add(card(other, seconds, element.cpu(), way.isFullDuplex() ? "in" : ""));
    enter(
        stages,
        0,
        way.gaps().isEmpty() ? way.latency() : latency,
        key(edge, from, to),
        new int[] {stages.size()},
        begun,
        arrived);
  }

  private Stage card(Machine machine, double seconds, double cpu, String direction) {
    return new Stage(
        server(machine.name() + "|" + direction),
        seconds * machine.cardsTime(),
        machine.index(),
        cpu * machine.cardsCpu() / machine.cardsTime());
  }

  private NaiveClock.Server server(String name) {
    return servers.computeIfAbsent(name, key -> new NaiveClock.Server());
  }

  private void enter(
      List<Stage> stages,
      int index,
      double latency,
      String pair,
      int[] left,
      Runnable begun,
      Runnable arrived) {
    var stage = stages.get(index);
    boolean isLast = index == stages.size() - 1;
    Runnable passed =
        () -> {
          if (--left[0] == 0) {
            arrived.run();
          }
        };
    Runnable end =
        () -> {
          stage.server.free();
          if (isLast) {
            passed.run();
          } else {
            clock.at(clock.now() + latency, passed);
          }
        };
    stage.server.enter(
        () -> {
          begun.run();
          if (stage.machine >= 0) {
            clock.thread(stage.machine, stage.cpu, stage.seconds, end);
          } else {
            clock.at(clock.now() + stage.seconds, end);
          }
          if (!isLast) {
            double later =
                stages.subList(index + 1, stages.size()).stream()
                    .mapToDouble(Stage::seconds)
                    .max()
                    .orElseThrow();
            double time = clock.now() + Math.max(0, stage.seconds - later);
            if (index + 1 == stages.size() - 1) {
              time = Math.max(time + latency, lastAtCard.getOrDefault(pair, 0.0));
              lastAtCard.put(pair, time);
            }
            clock.at(time, () -> enter(stages, index + 1, latency, pair, left, () -> {}, arrived));
          }
        });
  }
}
