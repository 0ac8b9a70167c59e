package io.strait.program.run;

import io.strait.model.law.Element;
import io.strait.program.file.DataEdge;
import io.strait.program.file.DataFlow;
import io.strait.program.file.Overlap;
import io.strait.program.file.Pace;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machine;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who does what, and what goes from where to where. Master and ranks make it from one plan. */
public final class Wiring {
  /**
   * A part of a calculation.
   *
   * @param from the share of a unit that lies before it
   * @param to the share where it ends
   * @param work seconds and CPU share on its machine, alone
   */
  public record PartAt(
      int number, int calculation, int index, int rank, double from, double to, Element work) {}

  /**
   * Data from one part to another.
   *
   * @param transfer seconds and CPU share of one time, with one network card; nothing inside a rank
   * @param volume bytes of one time, as the app file has it
   * @param pieces in which they travel on an emulated grid
   * @param gaps that they cross, in this order
   */
  public record Channel(
      int number,
      int edge,
      PartAt from,
      PartAt to,
      Element transfer,
      double latency,
      double volume,
      int pieces,
      boolean isFullDuplex,
      List<Crossed> gaps) {
    boolean isLocal() {
      return from.rank() == to.rank();
    }
  }

  /** A gap on the way of data. */
  public record Crossed(String name, double bytesPerSecond) {}

  private final Flow flow;
  private final List<Pace> paces;
  private final List<Machine> machines;
  private final List<List<PartAt>> byCalculation = new ArrayList<>();
  private final List<PartAt> parts = new ArrayList<>();
  private final List<Channel> channels = new ArrayList<>();
  private final List<Integer> order;

  /** With the slices that the app has or needs. */
  public Wiring(Flow flow, Placement placement, List<Integer> machines) {
    this(flow, placement, machines, Slices.levels(flow));
  }

  /**
   * @param machines of the ranks, by index; some may have nothing to do
   * @param levels calculations of each time slice
   */
  public Wiring(
      Flow flow, Placement placement, List<Integer> machines, List<List<Integer>> levels) {
    this.flow = flow;
    this.order = DataFlow.order(flow.app(), levels);
    this.paces = Pace.of(flow.app().calculations(), flow.app().data());
    this.machines = machines.stream().map(flow.machines()::get).toList();
    for (int i = 0; i < placement.parts().size(); i++) {
      var all = new ArrayList<PartAt>();
      double from = 0;
      for (var part : placement.parts().get(i)) {
        double to = all.size() + 1 == placement.parts().get(i).size() ? 1 : from + part.share();
        all.add(
            new PartAt(
                parts.size(),
                i,
                all.size(),
                machines.indexOf(part.machine()),
                from,
                to,
                flow.calculation(i, part.share(), flow.machines().get(part.machine()))));
        parts.add(all.getLast());
        from = to;
      }
      byCalculation.add(all);
    }
    for (int edge = 0; edge < flow.app().data().size(); edge++) {
      var senders = placement.parts().get(flow.from(edge));
      var receivers = placement.parts().get(flow.to(edge));
      for (int i = 0; i < senders.size(); i++) {
        for (int j = 0; j < receivers.size(); j++) {
          channel(edge, i, j, senders.get(i), receivers.get(j));
        }
      }
    }
  }

  /** The parts of a rank that do every unit, in the order of time slices. */
  List<Integer> order(int rank) {
    return order.stream()
        .flatMap(calculation -> byCalculation.get(calculation).stream())
        .filter(part -> part.rank() == rank && pace(part) == Pace.DUE)
        .map(PartAt::number)
        .toList();
  }

  private void channel(int edge, int i, int j, Placement.Part from, Placement.Part to) {
    var data = flow.app().data().get(edge);
    var source = flow.machines().get(from.machine());
    var target = flow.machines().get(to.machine());
    boolean local = source.index() == target.index();
    var sender = byCalculation.get(flow.from(edge)).get(i);
    var receiver = byCalculation.get(flow.to(edge)).get(j);
    channels.add(
        new Channel(
            channels.size(),
            edge,
            sender,
            receiver,
            flow.transfer(edge, from, to),
            local ? 0 : flow.way(source, target).latency(),
            data.volume() * Flow.share(data, from, to),
            isLate(data, sender, receiver) ? 1 : flow.pieces(edge, from, to),
            local || flow.way(source, target).isFullDuplex(),
            local ? List.of() : gaps(source, target)));
  }

  private List<Crossed> gaps(Machine source, Machine target) {
    return flow.gaps(source, target).stream()
        .map(gap -> new Crossed(gap.name(), gap.network().bandwidth().bytesPerSecond()))
        .toList();
  }

  public Flow flow() {
    return flow;
  }

  /** The machine of every rank. */
  public List<Machine> machines() {
    return machines;
  }

  public List<PartAt> parts() {
    return parts;
  }

  /** The parts of a calculation. */
  public List<PartAt> parts(int calculation) {
    return byCalculation.get(calculation);
  }

  public List<Channel> channels() {
    return channels;
  }

  public DataEdge data(Channel channel) {
    return flow.app().data().get(channel.edge());
  }

  public String name(PartAt part) {
    return flow.partName(part.calculation(), part.index(), parts(part.calculation()).size());
  }

  Pace pace(PartAt part) {
    return paces.get(part.calculation());
  }

  /** Whether nobody waits for data: those of the app file that are late, and those by the clock. */
  boolean isLate(Channel channel) {
    return isLate(data(channel), channel.from(), channel.to());
  }

  private boolean isLate(DataEdge data, PartAt from, PartAt to) {
    return data.late() || data.every().isTimed() || pace(from) != Pace.DUE || pace(to) != Pace.DUE;
  }

  /** Whether a part works on its input as it comes: units are whole where nothing overlaps. */
  boolean isStream(PartAt part) {
    return flow.app().overlap() == Overlap.THREADS
        && pace(part) == Pace.DUE
        && flow.app().calculations().get(part.calculation()).stream();
  }

  /** In how many steps a part does a unit on an emulated machine. */
  int segments(PartAt part) {
    int most = 1;
    for (var channel : channels) {
      if (channel.from().equals(part) || channel.to().equals(part)) {
        most = Math.max(most, channel.pieces());
      }
    }
    return isStream(part) ? most : 1;
  }

  /** How many channels bring a part data that it waits for. */
  long awaited(PartAt part) {
    return channels.stream().filter(each -> each.to().equals(part) && !isLate(each)).count();
  }

  /** Whether units begin with a part: there are some in which it waits for no other. */
  boolean isFirst(PartAt part) {
    return pace(part) == Pace.DUE
        && channels.stream().noneMatch(each -> each.to().equals(part) && isInEveryUnit(each));
  }

  /** Whether units end with a part: there are some in which no other waits for it. */
  boolean isLast(PartAt part) {
    return pace(part) == Pace.DUE
        && channels.stream().noneMatch(each -> each.from().equals(part) && isInEveryUnit(each));
  }

  private boolean isInEveryUnit(Channel channel) {
    return !isLate(channel) && data(channel).every().units() == 1;
  }

  /** The ranks that have calculations which are due, or others. */
  Set<Integer> ranks(boolean due) {
    var ranks = new TreeSet<Integer>();
    for (var part : parts) {
      if ((pace(part) == Pace.DUE) == due) {
        ranks.add(part.rank());
      }
    }
    return ranks;
  }
}
