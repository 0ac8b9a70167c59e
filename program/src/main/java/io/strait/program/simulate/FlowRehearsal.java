package io.strait.program.simulate;

import io.strait.program.file.ProgramApp;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import java.util.List;

/**
 * All that a simulation says of a placement: enough units to see how fast it goes on and on, one
 * unit alone, and the units that the app asks for.
 *
 * @param steady many units
 * @param aloneSeconds of a unit that has the machines for itself
 * @param seconds of all units of the app
 */
public record FlowRehearsal(FlowResult steady, double aloneSeconds, double seconds) {
  private static final int LEAST_UNITS = 40;
  private static final int ENOUGH_UNITS = 200;
  private static final int MOST_UNITS = 20_000;

  /** Transfers and works that a rehearsal follows, more or less. */
  private static final long MOST_STEPS = 4_000_000;

  public static FlowRehearsal of(
      Flow flow, Placement placement, List<List<Integer>> levels, int ahead, long seed) {
    int asked = flow.app().units();
    int units = units(flow.app(), placement, ahead);
    var steady = new FlowSimulation(flow, placement, levels, units, ahead, seed).run();
    double alone = new FlowSimulation(flow, placement, levels, 1, ahead, seed).run().seconds();
    double seconds;
    if (asked < units) {
      seconds = new FlowSimulation(flow, placement, levels, asked, ahead, seed).run().seconds();
    } else {
      // What is too long to be followed goes on as it did.
      seconds = steady.seconds() + (asked == units ? 0 : (asked - units) / steady.rate());
    }
    return new FlowRehearsal(steady, alone, seconds);
  }

  /** A short rehearsal: enough units to see how fast it goes on and on, or a number of them. */
  public static FlowRehearsal brief(
      Flow flow, Placement placement, List<List<Integer>> levels, int least) {
    int asked = flow.app().units();
    int units = Math.max(least, briefUnits(flow.app(), levels));
    var steady = simulated(flow, placement, levels, units);
    double alone = simulated(flow, placement, levels, 1).seconds();
    double seconds =
        asked < units
            ? simulated(flow, placement, levels, asked).seconds()
            : steady.seconds() + (asked == units ? 0 : (asked - units) / steady.rate());
    return new FlowRehearsal(steady, alone, seconds);
  }

  private static FlowResult simulated(
      Flow flow, Placement placement, List<List<Integer>> levels, int units) {
    return new FlowSimulation(flow, placement, levels, units, FlowSimulation.AHEAD, 1).run();
  }

  /**
   * Transfers and works that a short rehearsal follows, more or less.
   *
   * @param rate the units per second that are expected
   */
  public static double briefSteps(
      Flow flow, Placement placement, List<List<Integer>> levels, int least, double rate) {
    var app = flow.app();
    double steps = 0;
    for (int c = 0; c < placement.parts().size(); c++) {
      double parts = placement.parts().get(c).size();
      steps += parts * (1 + app.calculations().get(c).every().perSecond() / rate);
    }
    for (int e = 0; e < app.data().size(); e++) {
      var from = placement.parts().get(flow.from(e));
      var to = placement.parts().get(flow.to(e));
      double pairs = (double) from.size() * to.size();
      steps +=
          pairs
              * (flow.pieces(e, from.getFirst(), to.getFirst())
                  + app.data().get(e).every().perSecond() / rate);
    }
    double units = Math.max(least, briefUnits(app, levels));
    return (units + Math.min(units, app.units())) * steps;
  }

  private static int briefUnits(ProgramApp app, List<List<Integer>> levels) {
    long settled =
        Math.max(ENOUGH_UNITS, 8 * round(app)) + 4L * FlowSimulation.AHEAD * levels.size();
    return (int) Math.min(MOST_UNITS, settled);
  }

  /** The longest round of work that is not done in every unit. */
  private static long round(ProgramApp app) {
    long round = 1;
    for (var edge : app.data()) {
      round = Math.max(round, edge.every().units());
    }
    for (var calculation : app.calculations()) {
      round = Math.max(round, calculation.every().units());
    }
    return round;
  }

  /** Enough to settle, though the edges hold many units, but not more than can be followed. */
  public static int units(ProgramApp app, Placement placement, int ahead) {
    long steps = 0;
    for (var each : placement.parts()) {
      steps += each.size();
    }
    for (var edge : app.data()) {
      steps +=
          (long) placement.parts().get(app.indexOf(edge.from())).size()
              * placement.parts().get(app.indexOf(edge.to())).size();
    }
    long settled = Math.max(ENOUGH_UNITS, 8 * round(app)) + 4L * ahead * app.calculations().size();
    long wanted = Math.min(MOST_UNITS, Math.max(settled, app.units()));
    return (int) Math.max(LEAST_UNITS, Math.min(wanted, MOST_STEPS / Math.max(1, steps)));
  }
}
