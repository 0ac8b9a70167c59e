package io.strait.cli;

import io.strait.model.Objective;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.RunFile;
import io.strait.plan.PlanOptions;
import io.strait.plan.PlanOptions.Method;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say what a plan is to be like, for every command that plans. */
final class PlanningOptions {
  @Option(
      names = "--efficiency",
      paramLabel = "PERCENT",
      description = "Target efficiency of every cluster (default: 85%%).")
  private @Nullable String efficiency;

  @Option(
      names = "--master",
      paramLabel = "auto|HOST|CLUSTER",
      description = "Where the master runs (default: the home cluster's best host).")
  private @Nullable String master;

  @Option(
      names = "--objective",
      paramLabel = "GOAL",
      description =
          "efficient: the fastest plan that keeps the target efficiency (default); fastest:"
              + " whatever the efficiency; cheapest: least money; fewest: fewest workers at no loss"
              + " of rate.")
  private @Nullable Objective objective;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "With cheapest: be done within this time, such as 6 h.")
  private @Nullable String deadline;

  @Option(
      names = "--budget",
      paramLabel = "MONEY",
      description = "With fastest: cost at most this much, in the currency of the prices.")
  private @Nullable String budget;

  @Option(
      names = "--method",
      defaultValue = "flow",
      paramLabel = "flow|paper",
      description =
          "flow: exact maximum flow (default); paper: the greedy of paper placement, for"
              + " comparison.")
  private Method method = Method.FLOW;

  /** What the command line says, then what the folder's run.yaml says, then the defaults. */
  PlanOptions options(CommandSpec spec, RunFile run) {
    double target = PlanOptions.DEFAULT_EFFICIENCY;
    if (efficiency != null) {
      target = fraction(spec, efficiency);
    } else if (run.efficiency() != null) {
      target = run.efficiency().ofOne();
    }
    var goal = Objective.EFFICIENT;
    if (objective != null) {
      goal = objective;
    } else if (run.objective() != null && method == Method.FLOW) {
      goal = run.objective();
    }
    return new PlanOptions(
        target,
        master != null ? master : run.master(),
        method,
        goal,
        deadline == null ? Double.POSITIVE_INFINITY : seconds(spec, deadline),
        budget == null ? Double.POSITIVE_INFINITY : money(spec, budget));
  }

  /** A percentage with its sign, or a share of one. */
  private static double fraction(CommandSpec spec, String text) {
    try {
      boolean percent = text.contains("%");
      double share = percent ? Fraction.parse(text).ofOne() : Double.parseDouble(text);
      // 85 without a sign is more likely to mean 85 % than 8500 %.
      if (Double.isFinite(share) && (percent || share <= 1)) {
        return share;
      }
    } catch (QuantityException | NumberFormatException e) {
      // reported below, as a share that is not finite
    }
    throw new ParameterException(
        spec.commandLine(),
        "--efficiency '%s' is not a percentage, expected such as 85%%".formatted(text));
  }

  private static double seconds(CommandSpec spec, String text) {
    try {
      double seconds = Durations.seconds(Durations.parse(text));
      if (seconds > 0) {
        return seconds;
      }
    } catch (QuantityException e) {
      // reported below, as a time that is not above zero
    }
    throw new ParameterException(
        spec.commandLine(),
        "--deadline '%s' is not a time above zero, expected such as 6 h or 90 min".formatted(text));
  }

  private static double money(CommandSpec spec, String text) {
    try {
      double money = Double.parseDouble(text);
      if (money >= 0 && Double.isFinite(money)) {
        return money;
      }
    } catch (NumberFormatException e) {
      // reported below, as an amount below zero
    }
    throw new ParameterException(
        spec.commandLine(),
        "--budget '%s' is not an amount, expected a number of zero or more".formatted(text));
  }
}
