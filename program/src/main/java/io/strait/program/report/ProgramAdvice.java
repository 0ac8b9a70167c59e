package io.strait.program.report;

import io.strait.kind.report.Advice;
import io.strait.kind.report.GridChanges;
import io.strait.kind.report.GridChanges.Improvement;
import io.strait.kind.report.Valuation;
import io.strait.kind.report.Variant;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Speed;
import io.strait.program.candidate.WhatIf;
import io.strait.program.file.Calculation;
import io.strait.program.file.ProgramApp;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machines;
import io.strait.program.schedule.Scheduler;
import io.strait.view.page.Show;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What would help a program: larger messages, which are free, then faster networks and hosts and
 * more network cards, with the calculations placed anew.
 */
final class ProgramAdvice implements Valuation<ProgramApp> {
  /** Sizes are calculations times machines. */
  private static final Advice.Limits LIMITS = new Advice.Limits(60, 100_000, 0.005);

  /** A speed for hosts that give none; only ratios count. */
  private static final Speed ANY = new Speed(1e9);

  private final Grid grid;
  private final ProgramApp app;
  private final GridChanges<ProgramApp> changes;

  private ProgramAdvice(Grid grid, ProgramApp app) {
    this.grid = grid;
    this.app = app;
    this.changes =
        new GridChanges<>(
            grid,
            app,
            EnumSet.of(Improvement.LATENCY, Improvement.BANDWIDTH, Improvement.MESSAGE_SETUP));
  }

  static Advice of(Grid grid, ProgramApp app) {
    var advice = new ProgramAdvice(grid, app);
    advice.list();
    return Advice.of(
        advice.changes.today(),
        advice.changes.changes(),
        advice,
        app.calculations().size() * grid.hostCount(),
        LIMITS);
  }

  private void list() {
    @Nullable ProgramApp messages = WhatIf.largerMessages(app);
    if (messages != null) {
      changes.changes().add(new Variant<>("messages as large as can be", grid, messages));
    }
    changes.addAll(null);
    var groups =
        grid.clusters().stream()
            .flatMap(cluster -> cluster.hosts().stream())
            .filter(group -> group.role().mayWork())
            .toList();
    if (groups.size() > 1) {
      hosts("all hosts", group -> true);
    }
    for (var group : groups) {
      hosts(name(group), group::equals);
      changes.add("a network card more in " + name(group), WhatIf.card(grid, group::equals));
    }
  }

  private static String name(HostGroup group) {
    return group.size() == 1
        ? group.hostName(0)
        : "%s to %s".formatted(group.hostName(0), group.hostName(group.size() - 1));
  }

  /**
   * Hosts that are twice as fast. What the app file says was measured on one of them as it is, and
   * takes less time there when it is faster.
   */
  private void hosts(String of, Predicate<HostGroup> which) {
    var reference = Machines.reference(grid, app);
    var faster = new GridChanges<>(grid, which.test(reference) ? faster() : app, Set.of());
    faster.hosts(
        of,
        cluster -> true,
        group -> {
          double speed = speed(group, reference).flopPerSecond();
          return GridChanges.withRates(
              group,
              group.rates(),
              new Speed(which.test(group) ? 2 * speed : speed),
              group.masterRates());
        });
    changes.changes().addAll(faster.changes());
  }

  /** A speed that compares with the reference machine's as the plan compares them. */
  private static Speed speed(HostGroup group, HostGroup reference) {
    @Nullable Speed base = reference.speed();
    @Nullable Speed own = group.speed();
    return base == null ? ANY : own == null ? base : own;
  }

  /** The program as it would be measured with a CPU of twice the speed. */
  private ProgramApp faster() {
    return new ProgramApp(
        app.name(),
        app.measuredOn(),
        app.unit(),
        app.units(),
        app.overlap(),
        app.calculations().stream().map(ProgramAdvice::faster).toList(),
        app.data(),
        app.slices(),
        app.place(),
        app.run());
  }

  private static Calculation faster(Calculation given) {
    double cpu = given.cpuSeconds() / 2;
    double seconds = cpu + given.waitSeconds();
    return new Calculation(
        given.name(),
        seconds,
        seconds > 0 ? cpu / seconds : given.cpu(),
        given.late(),
        given.split(),
        given.stream(),
        given.every(),
        given.run());
  }

  @Override
  public Worth plan(Grid changed, ProgramApp program) {
    var flow = new Flow(changed, program);
    var all = IntStream.range(0, flow.machines().size()).boxed().toList();
    var best = Scheduler.best(flow, all, all.size());
    double rate = best.evaluation().rate();
    int machines = best.placement().machines().size();
    var shown = "%s %s/s".formatted(Show.number(rate), program.unit());
    var placed = "%s on %d machine%s".formatted(shown, machines, machines == 1 ? "" : "s");
    return new Worth(
        rate,
        placed,
        shown,
        shown + ", calculations placed anew",
        tree -> tree.put("rate", rate).put("machines", machines));
  }

  @Override
  public double gain(double today, double then) {
    return then / today - 1;
  }
}
