package io.strait.stencil.outcome;

import io.strait.kind.file.Span;
import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Outcome;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.outcome.StencilMeasured.Shares;

/**
 * A strategy that was run.
 *
 * @param scale how many times faster than real time the grid was emulated; 0 for no emulation
 * @param isPromised whether the plan promises anything of the machines that ran it
 * @param simulated seconds of an iteration
 */
public record StrategyOutcome(
    StrategyPlan plan, double scale, boolean isPromised, double simulated, StencilMeasured measured)
    implements Outcome {
  @Override
  public String name() {
    return plan.strategy().word();
  }

  /** The time of an iteration. */
  @Override
  public Promise time() {
    return new Promise(
        isPromised ? plan.span() : Span.of(Double.NaN), simulated, measured.iterationSeconds());
  }

  public boolean isEmulated() {
    return scale > 0;
  }

  public boolean isTooLate() {
    return isEmulated() && measured.isTooLate();
  }

  /** With null for what is not known. */
  public Tree json() {
    return measured(StencilPlanFile.strategy(plan).put("simulated_iteration_s", simulated), true);
  }

  /** As {@code summary.json} has it: without what is not known. */
  Tree summary() {
    return isPromised()
        ? json()
        : measured(new Tree().put("name", name()).put("band", plan.band()), false);
  }

  private Tree measured(Tree tree, boolean precision) {
    return tree.put("measured_iteration_s", measured.iterationSeconds())
        .put("measured_time_s", measured.seconds())
        .put("iterations", measured.iterations())
        .put("time_scale", scale)
        .putIfPresent("precision", precision ? precision() : null)
        .put("computing", measured.shares().computing())
        .put("waiting_lan", measured.shares().waitingLan())
        .put("waiting_gap", measured.shares().waitingGap())
        .put("measured_memory_bytes", measured.memory());
  }

  /**
   * Reads what {@link #summary} wrote.
   *
   * @param plan what was promised of this strategy
   * @param late which the summary does not have
   */
  static StrategyOutcome read(JsonFile file, Node.Mapping node, StrategyPlan plan, double late) {
    double scale = file.required(node, "time_scale", "a strategy");
    return new StrategyOutcome(
        scale > 0 ? plan.promising(promised(file, node, plan)) : plan,
        scale,
        scale > 0,
        file.number(node, "simulated_iteration_s"),
        new StencilMeasured(
            (long) file.required(node, "iterations", "a strategy"),
            file.required(node, "measured_time_s", "a strategy"),
            file.required(node, "measured_iteration_s", "a strategy"),
            new Shares(
                file.required(node, "computing", "a strategy"),
                file.required(node, "waiting_lan", "a strategy"),
                file.required(node, "waiting_gap", "a strategy")),
            (long) file.required(node, "measured_memory_bytes", "a strategy"),
            late));
  }

  /** An emulated run was promised less widely than the plan says of real networks. */
  private static Span promised(JsonFile file, Node.Mapping node, StrategyPlan plan) {
    double usual = plan.iterationSeconds();
    double least = file.number(node, "least_iteration_s");
    double most = file.number(node, "most_iteration_s");
    return new Span(usual, Double.isNaN(least) ? usual : least, Double.isNaN(most) ? usual : most);
  }
}
