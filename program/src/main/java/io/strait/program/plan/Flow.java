package io.strait.program.plan;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Routes;
import io.strait.model.law.Element;
import io.strait.model.law.MessageLaw;
import io.strait.model.quantity.Durations;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramApp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program on a grid: what each calculation takes on each machine, and what its data take between
 * machines.
 */
public final class Flow {
  /**
   * The way between two clusters, or inside one.
   *
   * @param law what messages cost; the bandwidth is that of the narrowest network: between clusters
   *     a gap, or the LAN at one of its ends
   * @param latency in seconds
   * @param gaps that are crossed; empty inside a cluster
   * @param isFullDuplex whether a network card sends and receives at the same time
   */
  public record Way(MessageLaw law, double latency, List<Link.Gap> gaps, boolean isFullDuplex) {}

  /** A unit's data are at most so many pieces. */
  private static final int MOST_PIECES = 64;

  private final Grid grid;
  private final ProgramApp app;
  private final List<Machine> machines;
  private final Routes routes;
  private final int[] from;
  private final int[] to;
  private final Map<Long, Way> ways = new HashMap<>();

  public Flow(Grid grid, ProgramApp app) {
    this(grid, app, Machines.of(grid, app));
  }

  private Flow(Grid grid, ProgramApp app, List<Machine> machines) {
    this.grid = grid;
    this.app = app;
    this.machines = machines;
    this.routes = new Routes(grid);
    this.from = app.data().stream().mapToInt(edge -> app.indexOf(edge.from())).toArray();
    this.to = app.data().stream().mapToInt(edge -> app.indexOf(edge.to())).toArray();
  }

  /** With a network card more in one machine. */
  public Flow withCard(int machine) {
    var changed = new ArrayList<>(machines);
    changed.set(machine, machines.get(machine).withCard());
    return new Flow(grid, app, List.copyOf(changed));
  }

  /** Another program on these machines. */
  public Flow with(ProgramApp other) {
    return new Flow(grid, other, machines);
  }

  public Grid grid() {
    return grid;
  }

  public ProgramApp app() {
    return app;
  }

  public List<Machine> machines() {
    return machines;
  }

  /** The indexes of the machines where calculations may be placed. */
  public List<Integer> workers() {
    return machines.stream()
        .filter(machine -> machine.mayWork() && mayDoSomething(machine))
        .map(Machine::index)
        .toList();
  }

  private boolean mayDoSomething(Machine machine) {
    return app.calculations().stream()
        .map(calculation -> app.place().get(calculation.name()))
        .anyMatch(
            hosts ->
                hosts == null || hosts.contains(machine.name()) || hosts.contains(machine.group()));
  }

  /** The index of the calculation that sends data. */
  public int from(int edge) {
    return from[edge];
  }

  /** The index of the calculation that takes data. */
  public int to(int edge) {
    return to[edge];
  }

  /**
   * What people call a part: its calculation, with a number where there are several.
   *
   * @param index its place among them
   */
  public String partName(int calculation, int index, int parts) {
    var name = app.calculations().get(calculation).name();
    return parts == 1 ? name : "%s %d".formatted(name, index + 1);
  }

  /** The machine whose times the app file gives. */
  public Machine reference() {
    var name = app.measuredOn();
    return name == null ? machines.getFirst() : Machines.named(machines, name);
  }

  /** A share of a calculation on a machine that does nothing else: porting (7) and (8). */
  public Element calculation(int calculation, double share, Machine machine) {
    var given = app.calculations().get(calculation);
    return new Element(given.seconds() * share, given.cpu())
        .on(machine.cpuSpeed() * machine.available(), machine.peripheralSpeed());
  }

  /** How much of the data goes from one part to another. */
  public static double share(DataEdge edge, Placement.Part from, Placement.Part to) {
    return from.share() * (edge.broadcast() ? 1 : to.share());
  }

  /**
   * Data from one part to another: the run time of the transfer and the CPU share at each end, with
   * one network card. Nothing if both are on one machine.
   */
  public Element transfer(int edge, Placement.Part from, Placement.Part to) {
    return from.machine() == to.machine()
        ? Element.NOTHING
        : transfer(
            app.data().get(edge),
            share(app.data().get(edge), from, to),
            way(machines.get(from.machine()), machines.get(to.machine())));
  }

  private static Element transfer(DataEdge edge, double share, Way way) {
    double volume = edge.volume() * share;
    var element = way.law().transfer(volume, edge.message() > 0 ? edge.message() : volume);
    return edge.isMeasured()
        ? new Element(edge.seconds() * share, Double.isNaN(edge.cpu()) ? element.cpu() : edge.cpu())
        : element;
  }

  /**
   * In how many pieces data that somebody waits for travel from one part to another: a piece is at
   * least a message. They travel whole where neither end works on data as they come.
   */
  public int pieces(int edge, Placement.Part from, Placement.Part to) {
    var data = app.data().get(edge);
    boolean isStream =
        app.calculations().get(from(edge)).stream() || app.calculations().get(to(edge)).stream();
    return isStream && data.message() > 0
        ? (int)
            Math.clamp(
                Math.floor(data.volume() * share(data, from, to) / data.message()), 1, MOST_PIECES)
        : 1;
  }

  /** The way from one machine to another. */
  public Way way(Machine from, Machine to) {
    return ways.computeIfAbsent(
        ((long) from.cluster() << 32) | to.cluster(), key -> way(from.cluster(), to.cluster()));
  }

  /** The gaps from one machine to another, in the order in which data cross them. */
  public List<Link.Gap> gaps(Machine from, Machine to) {
    // A route is found from the later cluster to the earlier one.
    var gaps = way(from, to).gaps();
    return from.cluster() > to.cluster() ? gaps : gaps.reversed();
  }

  private Way way(int from, int to) {
    if (from == to) {
      var lan = lan(from);
      return new Way(
          law(lan, lan.ofConnections(1).bytesPerSecond()),
          seconds(lan),
          List.of(),
          lan.duplex() == Duplex.FULL);
    }
    var gaps = routes.between(from, to);
    var networks = gaps.stream().map(Link.Gap::network).toList();
    var narrowest =
        Stream.concat(networks.stream(), Stream.of(lan(from), lan(to)))
            .min(Comparator.comparingDouble(network -> network.bandwidth().bytesPerSecond()))
            .orElseThrow();
    double bandwidth =
        Math.min(narrowest.bandwidth().bytesPerSecond(), Network.connection(networks));
    double latency = networks.stream().mapToDouble(Flow::seconds).sum();
    return new Way(law(narrowest, bandwidth), latency, gaps, narrowest.duplex() == Duplex.FULL);
  }

  private Network lan(int cluster) {
    return grid.clusters().get(cluster).lan();
  }

  private static double seconds(Network network) {
    return Durations.seconds(network.latency()) + Durations.seconds(network.jitter());
  }

  private static MessageLaw law(Network network, double bandwidth) {
    var messages = network.messages();
    var cpu = messages.cpu();
    return new MessageLaw(
        Durations.seconds(messages.setup()),
        messages.block().count(),
        Durations.seconds(messages.blockSetup()),
        bandwidth,
        messages.bus().bytesPerSecond(),
        cpu == null ? Double.NaN : cpu.ofOne());
  }

  /** Edges by the calculation that takes the data. */
  public List<List<Integer>> inputs() {
    var inputs = new ArrayList<List<Integer>>();
    app.calculations().forEach(each -> inputs.add(new ArrayList<>()));
    for (int edge = 0; edge < to.length; edge++) {
      inputs.get(to[edge]).add(edge);
    }
    return inputs;
  }
}
