package io.strait.program.plan;

import io.strait.program.file.Overlap;
import io.strait.program.law.Rates;
import java.util.List;

/**
 * How fast a placement is.
 *
 * @param rate units per second
 * @param unitSeconds from the beginning of a unit to its end
 * @param boundBy the resource that bounds the rate
 * @param card the index of the machine whose network card that is; −1 if it is something else
 * @param cpuUse of every machine of the placement, in the order of {@link Placement#machines}
 * @param slices where units are done in time slices; empty otherwise
 */
public record Evaluation(
    double rate,
    double unitSeconds,
    String boundBy,
    int card,
    List<Double> cpuUse,
    List<Slices.Slice> slices) {
  public Evaluation {
    cpuUse = List.copyOf(cpuUse);
    slices = List.copyOf(slices);
  }

  /** Evaluates a placement as the app's overlap says. */
  public static Evaluation of(Flow flow, Placement placement) {
    return flow.app().overlap() == Overlap.NONE
        ? inSlices(flow, placement, Slices.levels(flow))
        : asThreads(flow, placement);
  }

  /**
   * @param levels calculations of each slice, by index
   */
  public static Evaluation inSlices(Flow flow, Placement placement, List<List<Integer>> levels) {
    var slices = new Slices(flow, placement, levels);
    double unit = slices.unitSeconds();
    double rate = Rates.filling(slices.timed(), unit);
    return new Evaluation(
        rate, unit, slices.boundBy(), -1, use(flow, placement, rate), slices.slices());
  }

  private static Evaluation asThreads(Flow flow, Placement placement) {
    var loads = new Loads(flow, placement);
    var bound = loads.bound();
    return new Evaluation(
        bound.rate(),
        new CriticalPath(flow, placement, loads).seconds(),
        bound.name(),
        bound.card(),
        use(flow, placement, bound.rate()),
        List.of());
  }

  private static List<Double> use(Flow flow, Placement placement, double rate) {
    var loads = new Loads(flow, placement);
    return placement.machines().stream()
        .map(each -> loads.cpuUse(flow.machines().get(each), rate))
        .toList();
  }

  /** The seconds of a number of units. */
  public double seconds(int units) {
    return unitSeconds + (units - 1) / rate;
  }
}
