package io.strait.program.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.report.Promise;
import io.strait.model.text.Tree;
import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramApp;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.simulate.FlowRehearsal;
import io.strait.program.simulate.ResourceUse;
import io.strait.simulate.Sample;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** {@code strait simulate} for a program: its placement, rehearsed. */
public final class ProgramSimulated implements Answer {
  /** A resource that is busy less decides nothing by itself. */
  private static final double BUSY = 0.9;

  private static final int MOST_ROWS = 20;

  /** A figure, predicted and simulated, and how it is shown. */
  private record Row(
      String name, double predicted, Sample simulated, Function<Double, String> show) {
    double precision() {
      return Promise.precision(predicted, simulated.mean());
    }

    String interval() {
      return show.apply(simulated.mean())
          + (simulated.halfWidth() > 0 ? " ± " + show.apply(simulated.halfWidth()) : "");
    }
  }

  private final Inputs<ProgramApp> inputs;
  private final Placement placement;
  private final Evaluation predicted;
  private final int ahead;
  private final List<FlowRehearsal> runs;

  /**
   * @param levels calculations of each time slice, by index
   * @param predicted what the laws say of the placement
   * @param ahead units that may be under way on an edge
   * @param runs with as many seeds, the first one given
   */
  public ProgramSimulated(
      Inputs<ProgramApp> inputs,
      Flow flow,
      Placement placement,
      List<List<Integer>> levels,
      Evaluation predicted,
      int ahead,
      long seed,
      int runs) {
    this.inputs = inputs;
    this.placement = placement;
    this.predicted = predicted;
    this.ahead = ahead;
    this.runs =
        IntStream.range(0, runs)
            .mapToObj(run -> FlowRehearsal.of(flow, placement, levels, ahead, seed + run))
            .toList();
  }

  private Sample of(ToDoubleFunction<FlowRehearsal> value) {
    return Sample.of(runs.stream().mapToDouble(value).toArray());
  }

  private Sample rate() {
    return of(run -> run.steady().rate());
  }

  /** Units per second, the smaller of predicted and simulated over the larger. */
  public double precision() {
    return Promise.precision(predicted.rate(), rate().mean());
  }

  /** The seconds that a unit adds to a long run, in the mean of all runs. */
  public double secondsPerUnit() {
    return 1 / rate().mean();
  }

  private String boundBy() {
    return runs.getFirst().steady().boundBy();
  }

  private boolean isBusy() {
    return inputs.app().overlap() == Overlap.NONE
        || runs.getFirst().steady().busiest().use() >= BUSY;
  }

  private String verdict() {
    var unit = inputs.app().unit();
    var rates =
        "%s %s/s simulated, %s by the laws, a precision of %s"
            .formatted(
                Show.number(rate().mean()),
                unit,
                Show.number(predicted.rate()),
                Show.precision(precision()));
    return isBusy()
        ? "%s; bound by %s.".formatted(rates, boundBy())
        : "%s; nothing is busy all the time (%s is for %s): %s wait for each other with %d ahead."
            .formatted(
                rates,
                boundBy(),
                Numbers.percent(runs.getFirst().steady().busiest().use()),
                unit,
                ahead);
  }

  private List<Row> rows() {
    var app = inputs.app();
    return List.of(
        new Row(app.unit() + "/s", predicted.rate(), rate(), Show::number),
        new Row(
            "one unit alone",
            predicted.unitSeconds(),
            of(FlowRehearsal::aloneSeconds),
            Show::seconds),
        new Row(
            "one unit among others",
            Double.NaN,
            of(run -> run.steady().meanUnitSeconds()),
            Show::seconds),
        new Row(
            "95 % of units, at most",
            Double.NaN, of(run -> run.steady().unitSeconds95()), Show::seconds),
        new Row(
            "all (%s)".formatted(Show.count(app.units())),
            predicted.seconds(app.units()),
            of(FlowRehearsal::seconds),
            Show::seconds));
  }

  /** Resources with the mean of their uses, the busiest first. */
  private List<ResourceUse> uses() {
    var uses = new ArrayList<ResourceUse>();
    var first = runs.getFirst().steady().uses();
    for (int i = 0; i < first.size(); i++) {
      double sum = 0;
      int count = 0;
      for (var run : runs) {
        // All runs have these resources in this order, unless one ends before late work begins.
        if (i < run.steady().uses().size()
            && run.steady().uses().get(i).name().equals(first.get(i).name())) {
          sum += run.steady().uses().get(i).use();
          count++;
        }
      }
      var each = first.get(i);
      uses.add(new ResourceUse(each.name(), sum / count, each.seconds(), each.isDue()));
    }
    uses.sort(Comparator.comparingDouble(ResourceUse::use).reversed());
    return uses;
  }

  @Override
  public String text(Style style) {
    var app = inputs.app();
    var figures =
        new DataTable<Row>("figure", Row::name)
            .number("by the laws", row -> row.show.apply(row.predicted))
            .number("simulated", Row::interval)
            .number("precision", row -> Show.precision(row.precision()))
            .text(rows());
    var uses = uses();
    var resources =
        new DataTable<ResourceUse>("resource", ResourceUse::name)
            .number("busy", use -> Show.precision(use.use()))
            .words("", use -> use.isDue() ? "" : "nobody waits for it")
            .text(uses.subList(0, Math.min(MOST_ROWS, uses.size())));
    int left = uses.size() - MOST_ROWS;
    return "%s\n\n%s: %s, %d calculations on %d machine%s, %s\n\n%s\n%s%s"
        .formatted(
            style.bold(verdict()),
            inputs.grid().name(),
            app.name(),
            app.calculations().size(),
            placement.machines().size(),
            placement.machines().size() == 1 ? "" : "s",
            app.overlap() == Overlap.NONE
                ? "in time slices"
                : "at most %d under way on an edge".formatted(ahead),
            figures.print(style),
            resources.print(style),
            left > 0 ? "and %s that are less busy\n".formatted(Show.count(left)) : "");
  }

  @Override
  public Tree json() {
    var app = inputs.app();
    var rate = rate();
    return new Tree()
        .put("app", app.name())
        .put("units", app.units())
        .put("rate", predicted.rate())
        .put("simulated_rate", rate.mean())
        .put("simulated_rate_half_width", rate.halfWidth())
        .put("unit_s", predicted.unitSeconds())
        .put("simulated_unit_s", of(FlowRehearsal::aloneSeconds).mean())
        .put("simulated_loaded_unit_s", of(run -> run.steady().meanUnitSeconds()).mean())
        .put("simulated_loaded_unit_p95_s", of(run -> run.steady().unitSeconds95()).mean())
        .put("time_s", predicted.seconds(app.units()))
        .put("simulated_time_s", of(FlowRehearsal::seconds).mean())
        .put("precision", precision())
        .put("predicted_bound_by", predicted.boundBy())
        .put("bound_by", boundBy())
        .put(
            "resources",
            uses().stream()
                .map(
                    use ->
                        new Tree()
                            .put("name", use.name())
                            .put("busy", use.use())
                            .put("waited_for", use.isDue()))
                .toList())
        .put("verdict", verdict());
  }
}
