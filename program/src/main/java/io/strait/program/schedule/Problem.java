package io.strait.program.schedule;

import io.strait.model.PlanException;
import io.strait.program.file.Every;
import io.strait.program.file.Overlap;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machine;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A program on the machines that may do it, as flat arrays. Machines are numbered as they are
 * allowed. All times are those of whole calculations and of whole data.
 */
final class Problem {
  final Flow flow;
  final int most;
  final boolean isThreaded;
  final int calculations;
  final int machines;
  final Machine[] machine;

  /** Machines of one kind are interchangeable. */
  final int[] kind;

  /** Of a calculation on a machine; the CPU seconds are those of all cores. */
  final double[][] seconds;

  final double[][] cpu;
  final double[] perUnit;
  final double[] perSecond;
  final boolean[] late;
  final boolean[] split;

  /** The machines that may do a calculation, and those that must. */
  final int[][] eligible;

  final boolean[][] mayDo;
  final boolean[][] mustDo;

  /** Whether some machine must do a part of a calculation. */
  final boolean[] hasMust;

  final int[] from;
  final int[] to;
  final double[] edgePerUnit;
  final double[] edgePerSecond;
  final boolean[] edgeLate;

  /** The edges that begin or end at a calculation. */
  final int[][] incident;

  final int[][] inputs;
  final Ways ways;

  Problem(Flow flow, List<Integer> allowed, int most) {
    this.flow = flow;
    var app = flow.app();
    this.isThreaded = app.overlap() == Overlap.THREADS;
    this.machines = allowed.size();
    this.most = Math.min(most, machines);
    if (this.most < 1) {
      throw new PlanException("there are no machines to plan for, expected at least one");
    }
    this.machine = allowed.stream().map(flow.machines()::get).toArray(Machine[]::new);
    this.calculations = app.calculations().size();
    this.seconds = new double[calculations][machines];
    this.cpu = new double[calculations][machines];
    this.perUnit = new double[calculations];
    this.perSecond = new double[calculations];
    this.late = new boolean[calculations];
    this.split = new boolean[calculations];
    this.eligible = new int[calculations][];
    this.mayDo = new boolean[calculations][machines];
    this.mustDo = new boolean[calculations][machines];
    this.hasMust = new boolean[calculations];
    var named = new HashSet<String>();
    for (int c = 0; c < calculations; c++) {
      var given = app.calculations().get(c);
      late[c] = given.late();
      split[c] = given.split();
      perUnit[c] = given.every().perUnit();
      perSecond[c] = given.every().perSecond();
      for (int m = 0; m < machines; m++) {
        var element = flow.calculation(c, 1, machine[m]);
        seconds[c][m] = element.seconds();
        cpu[c][m] = element.cpuSeconds() / machine[m].cores();
      }
      place(c, app.place().getOrDefault(given.name(), List.of()), named);
    }
    this.kind = kinds(named);
    int edges = app.data().size();
    this.from = new int[edges];
    this.to = new int[edges];
    this.edgePerUnit = new double[edges];
    this.edgePerSecond = new double[edges];
    this.edgeLate = new boolean[edges];
    for (int e = 0; e < edges; e++) {
      from[e] = flow.from(e);
      to[e] = flow.to(e);
      Every every = app.data().get(e).every();
      edgePerUnit[e] = every.perUnit();
      edgePerSecond[e] = every.perSecond();
      edgeLate[e] = app.data().get(e).late();
    }
    this.incident = incident(true);
    this.inputs = incident(false);
    this.ways = new Ways(this);
  }

  private void place(int calculation, List<String> hosts, Set<String> named) {
    for (int m = 0; m < machines; m++) {
      boolean isNamed = hosts.contains(machine[m].name());
      if (isNamed) {
        named.add(machine[m].name());
      }
      mayDo[calculation][m] = hosts.isEmpty() || isNamed || hosts.contains(machine[m].group());
      mustDo[calculation][m] = split[calculation] && isNamed;
      hasMust[calculation] |= mustDo[calculation][m];
    }
    eligible[calculation] = indexes(mayDo[calculation]);
    if (eligible[calculation].length == 0) {
      throw new PlanException(
          "%s is placed on %s, expected a host among those to plan for"
              .formatted(
                  flow.app().calculations().get(calculation).name(), String.join(", ", hosts)));
    }
  }

  private int[] kinds(Set<String> named) {
    var known = new HashMap<Object, Integer>();
    var kinds = new int[machines];
    for (int m = 0; m < machines; m++) {
      var each = machine[m];
      Object key =
          named.contains(each.name())
              ? each
              : List.of(each.cluster(), each.group(), each.price(), each.cards());
      kinds[m] = known.computeIfAbsent(key, ignored -> known.size());
    }
    return kinds;
  }

  private int[][] incident(boolean isBoth) {
    var lists = new ArrayList<List<Integer>>();
    for (int c = 0; c < calculations; c++) {
      lists.add(new ArrayList<>());
    }
    for (int e = 0; e < from.length; e++) {
      lists.get(to[e]).add(e);
      if (isBoth) {
        lists.get(from[e]).add(e);
      }
    }
    return lists.stream()
        .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  static int[] indexes(boolean[] flags) {
    var all = new int[flags.length];
    int size = 0;
    for (int i = 0; i < flags.length; i++) {
      if (flags[i]) {
        all[size++] = i;
      }
    }
    return Arrays.copyOf(all, size);
  }

  /** Whether a calculation counts whatever else its machine does. */
  boolean isDue(int calculation) {
    return !late[calculation] && (!isThreaded || perUnit[calculation] * cpu[calculation][0] > 0);
  }

  /** What a calculation takes of a machine, which does it as a whole. */
  double[] cost(int calculation) {
    return isThreaded ? cpu[calculation] : seconds[calculation];
  }

  Placement placement(int[][] on, double[][] share) {
    var parts = new ArrayList<List<Placement.Part>>();
    for (int c = 0; c < calculations; c++) {
      var list = new ArrayList<Placement.Part>();
      for (int i = 0; i < on[c].length; i++) {
        list.add(new Placement.Part(machine[on[c][i]].index(), share[c][i]));
      }
      parts.add(list);
    }
    return new Placement(parts);
  }
}
