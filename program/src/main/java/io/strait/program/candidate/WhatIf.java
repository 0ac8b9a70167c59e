package io.strait.program.candidate;

import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Peripherals;
import io.strait.program.file.DataEdge;
import io.strait.program.file.Every;
import io.strait.program.file.ProgramApp;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Grids and programs that are a little different. */
public final class WhatIf {
  private WhatIf() {}

  /** The grid with a network card more in some hosts. */
  public static Grid card(Grid grid, Predicate<HostGroup> which) {
    return changed(
        grid,
        group ->
            which.test(group)
                ? with(
                    group,
                    new Peripherals(
                        group.peripherals().speed(), group.peripherals().cards() + 1, null))
                : group);
  }

  private static HostGroup with(HostGroup group, Peripherals peripherals) {
    return new HostGroup(
        group.name(),
        group.count(),
        group.role(),
        group.rates(),
        group.speed(),
        group.cores(),
        group.available(),
        group.price(),
        group.masterRates(),
        peripherals);
  }

  /** The grid with more hosts in a group. */
  static Grid more(Grid grid, String name, int hosts) {
    return changed(
        grid,
        group ->
            group.name().equals(name)
                ? new HostGroup(
                    group.name(),
                    group.size() + hosts,
                    group.role(),
                    group.rates(),
                    group.speed(),
                    group.cores(),
                    group.available(),
                    group.price(),
                    group.masterRates(),
                    group.peripherals())
                : group);
  }

  private static Grid changed(Grid grid, UnaryOperator<HostGroup> change) {
    return new Grid(
        grid.name(),
        grid.home(),
        grid.clusters().stream()
            .map(cluster -> cluster.with(cluster.hosts().stream().map(change).toList()))
            .toList(),
        grid.links());
  }

  /** The program with one message for each part's share; null if it has no smaller ones. */
  public static @Nullable ProgramApp largerMessages(ProgramApp app) {
    if (app.data().stream().noneMatch(WhatIf::hasSmallMessages)) {
      return null;
    }
    return new ProgramApp(
        app.name(),
        app.measuredOn(),
        app.unit(),
        app.units(),
        app.overlap(),
        app.calculations(),
        app.data().stream()
            .map(
                edge ->
                    hasSmallMessages(edge)
                        ? new DataEdge(
                            edge.from(),
                            edge.to(),
                            edge.volume(),
                            0,
                            edge.broadcast(),
                            edge.late(),
                            edge.every(),
                            Double.NaN,
                            Double.NaN)
                        : edge)
            .toList(),
        app.slices(),
        app.place(),
        app.run());
  }

  private static boolean hasSmallMessages(DataEdge edge) {
    return edge.message() > 0
        && edge.message() < edge.volume()
        && edge.every().equals(Every.UNIT)
        && !edge.isMeasured();
  }
}
