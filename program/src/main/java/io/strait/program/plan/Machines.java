package io.strait.program.plan;

import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.PlanException;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Price;
import io.strait.model.quantity.Speed;
import io.strait.program.file.ProgramApp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the machines of a grid and compares them with the one where the program was measured. */
public final class Machines {
  private static final int MOST = 100_000;

  private Machines() {}

  /** All hosts that may work and that of the reference, in the order of the grid. */
  public static List<Machine> of(Grid grid, ProgramApp app) {
    var reference = reference(grid, app);
    if (grid.hostCount() > MOST) {
      throw new PlanException(
          "the grid has %d hosts, expected at most %d for a program"
              .formatted(grid.hostCount(), MOST));
    }
    var machines = new ArrayList<Machine>();
    for (int cluster = 0; cluster < grid.clusters().size(); cluster++) {
      for (var group : grid.clusters().get(cluster).hosts()) {
        boolean counts = group.role().mayWork() || group.equals(reference);
        for (int i = 0; counts && i < group.size(); i++) {
          machines.add(machine(machines.size(), group, i, cluster, reference));
        }
      }
    }
    return List.copyOf(machines);
  }

  private static Machine machine(
      int index, HostGroup group, int number, int cluster, HostGroup reference) {
    var peripherals = group.peripherals();
    @Nullable Fraction cardsTime = peripherals.cardsTime();
    @Nullable Price price = group.price();
    return new Machine(
        index,
        group.hostName(number),
        group.name(),
        cluster,
        ratio(group.speed(), reference.speed()),
        ratio(peripherals.speed(), reference.peripherals().speed()),
        group.cores(),
        group.available().ofOne(),
        peripherals.cards(),
        cardsTime == null ? 1.0 / peripherals.cards() : cardsTime.ofOne(),
        cardsTime == null ? 1 : cardsTime.ofOne(),
        price == null ? 0 : price.perHour(),
        group.role().mayWork());
  }

  private static double ratio(@Nullable Speed speed, @Nullable Speed reference) {
    return speed == null || reference == null
        ? 1
        : speed.flopPerSecond() / reference.flopPerSecond();
  }

  private static double ratio(@Nullable Bandwidth speed, @Nullable Bandwidth reference) {
    return speed == null || reference == null
        ? 1
        : speed.bytesPerSecond() / reference.bytesPerSecond();
  }

  /** The group of the machine where the program was measured. */
  public static HostGroup reference(Grid grid, ProgramApp app) {
    @Nullable String name = app.measuredOn();
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        if (name == null ? group.role().mayWork() : group.name().equals(name) || group.has(name)) {
          return group;
        }
      }
    }
    throw new PlanException("the grid has no host '%s'".formatted(name));
  }

  /** The machine of a name, or the first of a group. */
  public static Machine named(List<Machine> machines, String name) {
    for (var machine : machines) {
      if (machine.name().equals(name)) {
        return machine;
      }
    }
    for (var machine : machines) {
      if (machine.group().equals(name)) {
        return machine;
      }
    }
    throw new PlanException(
        "host '%s' may not work, expected a host that is not role: master".formatted(name));
  }
}
