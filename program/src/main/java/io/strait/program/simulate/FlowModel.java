package io.strait.program.simulate;

import io.strait.model.Network;
import io.strait.model.quantity.Durations;
import io.strait.program.file.DataEdge;
import io.strait.program.file.Pace;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a simulation of a placement needs, in flat arrays. Parts of calculations, pairs of a sending
 * and a receiving part, stages of a transfer, and servers are numbered. Times are in seconds.
 */
public final class FlowModel {
  /** The cards of a machine: one for both directions, one that sends, one that receives. */
  static final int CARDS = 3;

  private static final String[] CARD_NAMES = {"", " sending", " receiving"};

  private final Flow flow;
  final int calculations;
  final int edges;
  final int machines;

  final Pace[] pace;

  /** How many units a calculation's work comes around in; 1 for work by the clock. */
  final int[] every;

  /** The period of a calculation by the clock. */
  final double[] period;

  /** Parts of calculation c are {@code firstPart[c]} up to {@code firstPart[c + 1]}. */
  final int[] firstPart;

  final int[] partCalculation;
  final int[] partMachine;
  final double[] partSeconds;
  final double[] partCpu;

  /** The pieces that a part's work on a unit has. */
  final int[] segments;

  final int[] from;
  final int[] to;

  /** Whether nobody waits for the data of an edge. */
  final boolean[] late;

  /** How many units an edge's data come around in; 0 if they follow the clock. */
  final int[] edgeEvery;

  final double[] edgePeriod;

  /** Whether the data of an edge leave when work of the sender ends. */
  final boolean[] atEnd;

  /** Pairs of edge e, receivers of one sender side by side, begin here. */
  final int[] firstPair;

  final int[] pieces;

  /** Whether data of a pair cost nothing and take no time. */
  final boolean[] isFree;

  final double[] latency;
  final double[][] jitter;

  /** Stages of pair p are {@code firstStage[p]} up to {@code firstStage[p + 1]}. */
  final int[] firstStage;

  final int[] stageServer;
  final double[] stageSeconds;

  /** The most seconds of a stage and those after it on the same way. */
  final double[] slowestFrom;

  /** The CPU that a stage takes while it goes at full speed, in cores. */
  final double[] stageCpu;

  final List<String> gaps = new ArrayList<>();
  final int[] cores;

  public FlowModel(Flow flow, Placement placement) {
    this.flow = flow;
    var app = flow.app();
    this.calculations = app.calculations().size();
    this.edges = app.data().size();
    this.machines = flow.machines().size();
    this.cores = flow.machines().stream().mapToInt(machine -> machine.cores()).toArray();
    this.from = new int[edges];
    this.to = new int[edges];
    Arrays.setAll(from, flow::from);
    Arrays.setAll(to, flow::to);
    this.every = new int[calculations];
    this.period = new double[calculations];
    this.pace = Pace.of(app.calculations(), app.data()).toArray(Pace[]::new);
    this.firstPart = new int[calculations + 1];
    for (int c = 0; c < calculations; c++) {
      var rhythm = app.calculations().get(c).every();
      every[c] = Math.max(1, rhythm.units());
      period[c] = rhythm.seconds();
      firstPart[c + 1] = firstPart[c] + placement.parts().get(c).size();
    }
    int parts = firstPart[calculations];
    this.partCalculation = new int[parts];
    this.partMachine = new int[parts];
    this.partSeconds = new double[parts];
    this.partCpu = new double[parts];
    this.segments = new int[parts];
    Arrays.fill(segments, 1);
    for (int c = 0; c < calculations; c++) {
      for (int i = 0; i < placement.parts().get(c).size(); i++) {
        part(c, firstPart[c] + i, placement.parts().get(c).get(i));
      }
    }
    this.late = new boolean[edges];
    this.edgeEvery = new int[edges];
    this.edgePeriod = new double[edges];
    this.atEnd = new boolean[edges];
    this.firstPair = new int[edges + 1];
    for (int e = 0; e < edges; e++) {
      edge(e, app.data().get(e));
      firstPair[e + 1] = firstPair[e] + Math.multiplyExact(parts(from[e]), parts(to[e]));
    }
    int pairs = firstPair[edges];
    this.pieces = new int[pairs];
    this.isFree = new boolean[pairs];
    this.latency = new double[pairs];
    this.jitter = new double[pairs][];
    this.firstStage = new int[pairs + 1];
    var stages = new Stages();
    for (int e = 0; e < edges; e++) {
      pairs(e, placement, stages);
    }
    this.stageServer = stages.servers.stream().mapToInt(each -> each).toArray();
    this.stageSeconds = stages.seconds.stream().mapToDouble(each -> each).toArray();
    this.slowestFrom = stageSeconds.clone();
    for (int pair = 0; pair < pairs(); pair++) {
      for (int stage = firstStage[pair + 1] - 2; stage >= firstStage[pair]; stage--) {
        slowestFrom[stage] = Math.max(stageSeconds[stage], slowestFrom[stage + 1]);
      }
    }
    this.stageCpu = stages.cpu.stream().mapToDouble(each -> each).toArray();
  }

  private void part(int calculation, int index, Placement.Part part) {
    var element = flow.calculation(calculation, part.share(), flow.machines().get(part.machine()));
    partCalculation[index] = calculation;
    partMachine[index] = part.machine();
    partSeconds[index] = element.seconds();
    partCpu[index] = element.cpu();
  }

  private void edge(int edge, DataEdge data) {
    var sender = pace[from[edge]];
    var rhythm = data.every();
    edgeEvery[edge] = rhythm.units();
    edgePeriod[edge] = rhythm.seconds();
    late[edge] =
        data.late() || rhythm.isTimed() || sender != Pace.DUE || pace[to[edge]] != Pace.DUE;
    atEnd[edge] =
        sender == Pace.TIMED
            ? rhythm.isTimed() && rhythm.seconds() == period[from[edge]]
            : !rhythm.isTimed();
  }

  /** The stages of all pairs, as they are found. */
  private static final class Stages {
    final List<Integer> servers = new ArrayList<>();
    final List<Double> seconds = new ArrayList<>();
    final List<Double> cpu = new ArrayList<>();
    final Map<String, Integer> gaps = new HashMap<>();

    void add(int server, double time, double cores) {
      servers.add(server);
      seconds.add(time);
      cpu.add(cores);
    }
  }

  private void pairs(int edge, Placement placement, Stages stages) {
    var data = flow.app().data().get(edge);
    int pair = firstPair[edge];
    for (int i = 0; i < parts(from[edge]); i++) {
      for (int j = 0; j < parts(to[edge]); j++, pair++) {
        var source = placement.parts().get(from[edge]).get(i);
        var target = placement.parts().get(to[edge]).get(j);
        double volume = data.volume() * Flow.share(data, source, target);
        pieces[pair] = late[edge] ? 1 : flow.pieces(edge, source, target);
        streams(from[edge], firstPart[from[edge]] + i, pieces[pair]);
        streams(to[edge], firstPart[to[edge]] + j, pieces[pair]);
        firstStage[pair] = stages.servers.size();
        way(edge, pair, source, target, volume / pieces[pair], stages);
        firstStage[pair + 1] = stages.servers.size();
      }
    }
  }

  private void streams(int calculation, int part, int count) {
    if (flow.app().calculations().get(calculation).stream()) {
      segments[part] = Math.max(segments[part], count);
    }
  }

  private void way(
      int edge, int pair, Placement.Part from, Placement.Part to, double volume, Stages stages) {
    jitter[pair] = new double[0];
    if (from.machine() == to.machine()) {
      isFree[pair] = true;
      return;
    }
    var source = flow.machines().get(from.machine());
    var target = flow.machines().get(to.machine());
    var element = flow.transfer(edge, from, to);
    double seconds = element.seconds() / pieces[pair];
    var way = flow.way(source, target);
    stages.add(
        CARDS * source.index() + (way.isFullDuplex() ? 1 : 0),
        seconds * source.cardsTime(),
        element.cpu() * source.cardsCpu() / source.cardsTime());
    var networks = new ArrayList<Network>();
    for (var gap : flow.gaps(source, target)) {
      int number =
          stages.gaps.computeIfAbsent(
              gap.name(),
              name -> {
                gaps.add(name);
                return gaps.size() - 1;
              });
      networks.add(gap.network());
      stages.add(CARDS * machines + number, volume / gap.network().bandwidth().bytesPerSecond(), 0);
    }
    stages.add(
        CARDS * target.index() + (way.isFullDuplex() ? 2 : 0),
        seconds * target.cardsTime(),
        element.cpu() * target.cardsCpu() / target.cardsTime());
    if (networks.isEmpty()) {
      networks.add(flow.grid().clusters().get(source.cluster()).lan());
    }
    latency[pair] =
        networks.stream().mapToDouble(network -> Durations.seconds(network.latency())).sum();
    jitter[pair] =
        networks.stream()
            .mapToDouble(network -> Durations.seconds(network.jitter()))
            .filter(mean -> mean > 0)
            .toArray();
    double all = 0;
    for (int k = firstStage[pair]; k < stages.seconds.size(); k++) {
      all += stages.seconds.get(k);
    }
    isFree[pair] = all == 0 && latency[pair] == 0 && jitter[pair].length == 0;
  }

  int parts(int calculation) {
    return firstPart[calculation + 1] - firstPart[calculation];
  }

  public int parts() {
    return firstPart[calculations];
  }

  int pairs() {
    return firstPair[edges];
  }

  /** Cards of all machines, then gaps. */
  int servers() {
    return CARDS * machines + gaps.size();
  }

  /** {@code trace on pc1}. */
  public String partName(int part) {
    return "%s on %s"
        .formatted(
            flow.app().calculations().get(partCalculation[part]).name(),
            flow.machines().get(partMachine[part]).name());
  }

  /** {@code the network of pc1 sending}, {@code gap here-there}. */
  public String serverName(int server) {
    return server < CARDS * machines
        ? "the network of %s%s"
            .formatted(flow.machines().get(server / CARDS).name(), CARD_NAMES[server % CARDS])
        : "gap " + gaps.get(server - CARDS * machines);
  }

  /** {@code the CPU of pc1}. */
  String cpuName(int machine) {
    return "the CPU of " + flow.machines().get(machine).name();
  }

  /** The machine of a part. */
  public int machineOf(int part) {
    return partMachine[part];
  }

  /** The machine of a network card; −1 for a gap. */
  int machineOfServer(int server) {
    return server < CARDS * machines ? server / CARDS : -1;
  }

  /** The network cards of a machine, or for −1 the gaps. */
  public IntStream servers(int machine) {
    return machine < 0
        ? IntStream.range(CARDS * machines, servers())
        : IntStream.range(CARDS * machine, CARDS * (machine + 1));
  }
}
