package io.strait.program.simulate;

import io.strait.program.file.DataFlow;
import io.strait.program.file.Every;
import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramApp;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.List;
import java.util.stream.IntStream;

/** A program in virtual time, as its app's overlap says. The package comment has the model. */
public final class FlowSimulation {
  /** Units that may be under way on an edge where nobody says otherwise. */
  public static final int AHEAD = 3;

  private final Flow flow;
  private final Placement placement;
  private final List<List<Integer>> levels;
  private final int units;
  private final int ahead;
  private final long seed;

  /**
   * @param levels calculations of each time slice, by index; only needed where nothing overlaps
   * @param units how many are done
   * @param ahead how many may be under way on an edge; only heeded where calculations overlap
   * @param seed of the networks' jitter
   */
  public FlowSimulation(
      Flow flow, Placement placement, List<List<Integer>> levels, int units, int ahead, long seed) {
    if (units < 1 || ahead < 1) {
      throw new IllegalArgumentException(
          "%d units, %d ahead; expected at least one of each".formatted(units, ahead));
    }
    this.flow = flow;
    this.placement = placement;
    this.levels = levels.stream().map(List::copyOf).toList();
    this.units = units;
    this.ahead = ahead;
    this.seed = seed;
  }

  public FlowResult run() {
    return run(FlowTimings.NONE);
  }

  /** Simulates it and tells what happens when. */
  public FlowResult run(FlowTimings timings) {
    var model = new FlowModel(flow, placement);
    if (flow.app().overlap() == Overlap.THREADS) {
      return new ThreadSimulation(model, null, units, ahead, seed, timings).run();
    }
    return isPlain(flow.app())
        ? new ThreadSimulation(model, order(model), units, 1, seed, timings).run()
        : new SliceSimulation(
                flow, model, new Slices(flow, placement, levels).slices(), units, seed, timings)
            .run();
  }

  /** Whether everything is done in every unit, as a whole, and somebody waits for it. */
  private static boolean isPlain(ProgramApp app) {
    return app.calculations().stream()
            .allMatch(each -> !each.late() && !each.stream() && each.every().equals(Every.UNIT))
        && app.data().stream().allMatch(each -> !each.late() && each.every().equals(Every.UNIT));
  }

  /** The parts of each machine in the order of the slices. */
  private int[][] order(FlowModel model) {
    var order = new int[model.machines][];
    for (int m = 0; m < model.machines; m++) {
      int machine = m;
      order[m] =
          DataFlow.order(flow.app(), levels).stream()
              .flatMapToInt(c -> IntStream.range(model.firstPart[c], model.firstPart[c + 1]))
              .filter(part -> model.partMachine[part] == machine)
              .toArray();
    }
    return order;
  }
}
