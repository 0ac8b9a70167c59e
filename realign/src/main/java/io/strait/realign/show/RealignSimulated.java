package io.strait.realign.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.report.Promise;
import io.strait.model.text.Tree;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlanFile;
import io.strait.realign.plan.Ranks;
import io.strait.realign.simulate.StepResult;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code strait simulate} for a realignment: natural order and the plan's numberings, rehearsed.
 */
public final class RealignSimulated implements Answer {
  private final Inputs<RealignApp> inputs;
  private final RealignPlan plan;
  private final Ranks ranks;
  private final Row before;
  private final Row after;

  /** One repetition with some numberings. */
  private record Row(String name, RealignPlan.Side side, double predicted, List<StepResult> steps) {
    double seconds() {
      return steps.stream().mapToDouble(StepResult::seconds).sum();
    }

    double precision() {
      return Promise.precision(predicted, seconds());
    }

    /** Which share of the time a channel was busy. */
    double use(int pair) {
      double busy = steps.stream().mapToDouble(step -> step.channel()[pair]).sum();
      return seconds() == 0 ? 0 : busy / seconds();
    }

    double waiting(int rank) {
      return steps.stream().mapToDouble(step -> step.waiting(rank)).sum();
    }

    /** The share of all ranks' time that they waited. */
    double waiting() {
      double sum = 0;
      int count = steps.getFirst().done().length;
      for (int r = 0; r < count; r++) {
        sum += waiting(r);
      }
      return seconds() == 0 ? 0 : sum / count / seconds();
    }
  }

  public RealignSimulated(Inputs<RealignApp> inputs, RealignPlan plan) {
    this.inputs = inputs;
    this.plan = plan;
    this.ranks = Ranks.of(inputs.grid());
    var app = inputs.app();
    this.before = row("natural", plan.before(), RealignTiming.natural(inputs.grid(), app));
    this.after = row("renumbered", plan.after(), plan.numberings());
  }

  private Row row(String name, RealignPlan.Side side, List<Permutation> numberings) {
    var timing = RealignTiming.of(inputs.grid(), inputs.app(), numberings);
    return new Row(name, side, timing.promisedSeconds(), timing.simulate());
  }

  @Override
  public String text(Style style) {
    var table =
        new DataTable<>("numbering", Row::name)
            .number("interior", row -> "" + row.side.traffic().interior())
            .number("external", row -> "" + row.side.traffic().external())
            .number("predicted", row -> Show.seconds(row.predicted))
            .number("simulated", row -> Show.seconds(row.seconds()))
            .number("precision", row -> Show.precision(row.precision()))
            .words("busiest gap channel", row -> busy(row) > 0 ? channel(busiest(row)) : "–")
            .number("busy", row -> busy(row) > 0 ? Numbers.percent(busy(row)) : "–")
            .number("waiting", row -> Numbers.percent(row.waiting()))
            .words("bound by", row -> row.side.boundBy())
            .text(List.of(before, after));
    return RealignText.head(inputs, plan, style)
        + "\n"
        + table.print(style)
        + "\nPredicted, simulated: one repetition. Waiting: the share of all ranks' time in which"
        + " they have nothing to send and\nsomething to get.\n"
        + (after.seconds() + before.seconds() == 0
            ? "\nNote: the grid says nothing about its networks, so nothing takes time.\n"
            : "")
        + RealignText.notes(plan);
  }

  private int busiest(Row row) {
    int found = 0;
    for (int pair = 0; pair < ranks.clusters() * ranks.clusters(); pair++) {
      found = row.use(pair) > row.use(found) ? pair : found;
    }
    return found;
  }

  private double busy(Row row) {
    return row.use(busiest(row));
  }

  private String channel(int pair) {
    return "%s to %s"
        .formatted(
            ranks.clusterName(pair / ranks.clusters()), ranks.clusterName(pair % ranks.clusters()));
  }

  @Override
  public Tree json() {
    return put(RealignPlanFile.json(inputs.grid(), plan), after)
        .put("before", put(RealignPlanFile.side(plan.before()), before))
        .put("verdict", RealignVerdict.of(plan));
  }

  private Tree put(Tree tree, Row row) {
    var channels = new ArrayList<Tree>();
    for (int pair = 0; pair < ranks.clusters() * ranks.clusters(); pair++) {
      if (row.side.traffic().bytes(pair / ranks.clusters(), pair % ranks.clusters()) > 0
          && pair / ranks.clusters() != pair % ranks.clusters()) {
        channels.add(
            new Tree()
                .put("from", ranks.clusterName(pair / ranks.clusters()))
                .put("to", ranks.clusterName(pair % ranks.clusters()))
                .put("busy", row.use(pair)));
      }
    }
    var waiting = new ArrayList<Double>();
    for (int r = 0; r < ranks.size(); r++) {
      waiting.add(row.waiting(r));
    }
    return tree.put("simulated_time_s", row.seconds())
        .put("precision", row.precision())
        .put("channels", channels)
        .put("waiting", row.waiting())
        .put("waiting_s", waiting);
  }
}
