package io.strait.program.trace;

import io.strait.model.quantity.Durations;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.simulate.FlowModel;
import io.strait.program.simulate.FlowTimings;
import io.strait.view.gantt.Gantt;
import io.strait.view.trace.LaneType;
import io.strait.view.trace.Lanes;
import io.strait.view.trace.Palette;
import io.strait.view.trace.Recording;
import io.strait.view.trace.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Records a simulated program. Its lanes are the parts of calculations, then network cards and
 * gaps.
 */
public final class ProgramTrace implements FlowTimings {
  private static final State COMPUTE =
      State.of(0, "computing", Palette.BLUE).event("compute").counting("unit");
  private static final State TRANSFER =
      State.of(1, "transfer", Palette.ORANGE).legend("data under way");

  private static final LaneType GRID = new LaneType('G', "grid", null);
  private static final LaneType MACHINE = new LaneType('M', "machine", GRID);
  private static final LaneType PART = new LaneType('P', "calculation", MACHINE, COMPUTE);
  private static final LaneType CARD = new LaneType('C', "network", MACHINE, TRANSFER);
  private static final LaneType GAP = new LaneType('L', "gap", GRID, TRANSFER);

  private final Flow flow;
  private final Placement placement;
  private final FlowModel model;
  private final Recording recording = new Recording(List.of(COMPUTE, TRANSFER));

  public ProgramTrace(Flow flow, Placement placement) {
    this.flow = flow;
    this.placement = placement;
    this.model = new FlowModel(flow, placement);
  }

  @Override
  public void computed(int part, int unit, double start, double end) {
    recording.add(COMPUTE, part, unit, start, end);
  }

  @Override
  public void transferred(int server, double start, double end) {
    if (end > start) {
      recording.add(TRANSFER, model.parts() + server, 0, start, end);
    }
  }

  public Recording recording() {
    return recording;
  }

  /** For traces: the parts and cards of each machine, then gaps; what did nothing is left out. */
  public Lanes lanes() {
    var lanes = new Lanes(List.of(GRID, MACHINE, PART, CARD, GAP));
    var grid = lanes.group("grid", GRID, null, flow.grid().name());
    var computed = recording.lanesWith(COMPUTE);
    var carried = recording.lanesWith(TRANSFER);
    for (int machine : placement.machines()) {
      var group = lanes.group("m" + machine, MACHINE, grid, flow.machines().get(machine).name());
      for (int part = 0; part < model.parts(); part++) {
        if (model.machineOf(part) == machine && computed.get(part)) {
          lanes.lane(part, "p" + part, PART, group, model.partName(part), part);
        }
      }
      for (int lane : cards(machine)) {
        if (carried.get(lane)) {
          lanes.lane(lane, "s" + lane, CARD, group, name(lane), lane);
        }
      }
    }
    for (int lane : gaps()) {
      if (carried.get(lane)) {
        lanes.lane(lane, "s" + lane, GAP, grid, name(lane), lane);
      }
    }
    return lanes;
  }

  private String name(int lane) {
    return model.serverName(lane - model.parts());
  }

  private List<Integer> cards(int machine) {
    return model.servers(machine).mapToObj(server -> model.parts() + server).toList();
  }

  private List<Integer> gaps() {
    return model.servers(-1).mapToObj(server -> model.parts() + server).toList();
  }

  /**
   * For a Gantt picture: parts by machine, then network cards and gaps.
   *
   * @param seconds of the run
   */
  public Gantt gantt(String title, double seconds) {
    var groups = new ArrayList<Gantt.Group>();
    var networks = new ArrayList<Gantt.Row>();
    var carried = recording.lanesWith(TRANSFER);
    for (int machine : placement.machines()) {
      var rows = new ArrayList<Gantt.Row>();
      for (int part = 0; part < model.parts(); part++) {
        if (model.machineOf(part) == machine) {
          rows.add(new Gantt.Row(model.partName(part), part));
        }
      }
      groups.add(new Gantt.Group(flow.machines().get(machine).name(), groups.isEmpty(), rows));
      cards(machine).stream()
          .filter(carried::get)
          .forEach(lane -> networks.add(new Gantt.Row(name(lane), lane)));
    }
    gaps().stream()
        .filter(carried::get)
        .forEach(lane -> networks.add(new Gantt.Row(name(lane), lane)));
    return new Gantt(
        title,
        "%s on %d machine%s, done after %s"
            .formatted(
                flow.app().unit(),
                groups.size(),
                groups.size() == 1 ? "" : "s",
                Durations.rounded(seconds)),
        new Gantt.Words("machine", "calculation", "thread", "compute"),
        COMPUTE,
        groups,
        List.of(new Gantt.Section("networks", networks)));
  }
}
