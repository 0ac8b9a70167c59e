package io.strait.bench.placement;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.file.PhasePlan.Phase;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A grid and an app of which all masters are tried. */
record Testbed(Grid grid, FarmApp app, Path folder) {
  private static final PlanOptions FASTEST =
      new PlanOptions(
          PlanOptions.DEFAULT_EFFICIENCY,
          "auto",
          PlanOptions.Method.FLOW,
          Objective.FASTEST,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  /** A master and its workers, as they are planned. */
  record Setup(FarmPlan plan, PhasePlan phase, Rehearsal rehearsal) {
    double predicted() {
      return phase.total().timeSeconds();
    }

    double simulated() {
      return rehearsal.run(null).makespan();
    }
  }

  static Testbed read(Path folder, String app) {
    var inputs =
        FarmFile.inputs(
            Document.read(folder.resolve("grid.yaml")), Document.read(folder.resolve(app)));
    return new Testbed(inputs.grid(), inputs.app(), folder);
  }

  /** All in one task. */
  Testbed asOneTask() {
    return with(1, java.util.Objects.requireNonNull(app.run()));
  }

  /** A part of the tasks, and of the height of the image that they compute. */
  Testbed part(int divisor) {
    var code = (TaskCode.JavaClass) java.util.Objects.requireNonNull(app.run());
    var with = new HashMap<>(code.with());
    with.computeIfPresent("height", (key, h) -> Integer.toString(Integer.parseInt(h) / divisor));
    return with(
        app.tasks() / divisor,
        new TaskCode.JavaClass(code.name(), code.retries(), with, code.files()));
  }

  private Testbed with(long tasks, TaskCode code) {
    return new Testbed(
        grid,
        new FarmApp(
            app.name(),
            tasks,
            app.input(),
            app.output(),
            app.reduce(),
            app.element(),
            app.work(),
            app.masterWork(),
            code),
        folder);
  }

  TaskSpec spec() {
    return TaskSpec.of(app, folder);
  }

  /** The master that the plan chooses. */
  String choice() {
    return FarmPlanner.plan(grid, app, FASTEST).master();
  }

  List<String> hosts() {
    return grid.clusters().stream()
        .flatMap(c -> c.hosts().stream())
        .map(h -> h.hostName(0))
        .sorted()
        .toList();
  }

  /** All hosts but the master, as the paper's greedy takes them: near ones first, then fast. */
  List<String> workers(String master) {
    var workers = new ArrayList<String>();
    var clusters = new ArrayList<>(grid.clusters());
    clusters.sort(Comparator.comparing(c -> !has(c, master)));
    for (var cluster : clusters) {
      cluster.hosts().stream()
          .filter(h -> !h.hostName(0).equals(master))
          .sorted(
              Comparator.comparingDouble(
                  h -> -java.util.Objects.requireNonNull(app.workRate(h)).perSecond()))
          .forEach(h -> workers.add(h.hostName(0)));
    }
    return workers;
  }

  private static boolean has(Cluster cluster, String host) {
    return cluster.hosts().stream().anyMatch(h -> h.hostName(0).equals(host));
  }

  /** With a master and all other hosts as workers, wanted or not, as in the paper. */
  Setup setup(String master) {
    return setup(grid, master);
  }

  /** With a master and some of the other hosts as workers. */
  Setup setup(String master, List<String> workers) {
    Set<String> names = new HashSet<>(workers);
    names.add(master);
    var clusters =
        grid.clusters().stream()
            .map(
                c ->
                    new Cluster(
                        c.name(),
                        c.lan(),
                        c.hosts().stream().filter(h -> names.contains(h.hostName(0))).toList()))
            .toList();
    return setup(new Grid(grid.name(), grid.home(), clusters, grid.links()), master);
  }

  private Setup setup(Grid hosts, String master) {
    var plan = FarmPlanner.plan(hosts, app, FASTEST.withMaster(master));
    var phase =
        plan.steps().stream()
            .filter(p -> p.phase() == Phase.LOCAL || p.phase() == Phase.MULTI)
            .reduce(plan.result(), (a, b) -> b);
    return new Setup(
        plan, phase, new Rehearsal(hosts, app, plan, phase, RehearsalSettings.DEFAULT));
  }
}
