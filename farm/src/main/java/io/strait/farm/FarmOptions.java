package io.strait.farm;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmRunFile;
import io.strait.farm.file.Objective;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.PlanOptions.Method;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.RunFile;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.quantity.QuantityException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options that say what a farm's plan is to be like. */
final class FarmOptions {
  static final List<Option> PLANNING =
      List.of(
          Option.of(
              "--efficiency", "PERCENT", "Target efficiency of every cluster (default: 85%)."),
          Option.of(
              "--aggregate",
              "COUNT",
              "How many results every gateway combines before they cross the gap, where the app"
                  + " reduces results (default: as many as end the run soonest)."),
          Option.of(
              "--master",
              "auto|HOST|CLUSTER",
              "Where the master runs (default: the home cluster's best host)."),
          Option.of(
              "--objective",
              "GOAL",
              "efficient: the fastest plan that keeps the target efficiency (default); fastest:"
                  + " whatever the efficiency; cheapest: least money; fewest: fewest workers at no"
                  + " loss of rate."),
          Option.of("--deadline", "TIME", "With cheapest: be done within this time, such as 6 h."),
          Option.of(
              "--budget",
              "MONEY",
              "With fastest: cost at most this much, in the currency of the prices."),
          Option.of(
              "--method",
              "flow|paper",
              "flow: exact maximum flow (default); paper: the greedy of paper placement, for"
                  + " comparison."));

  private FarmOptions() {}

  /** What the command line says, then what the folder's run.yaml says, then the defaults. */
  static PlanOptions planning(Options options, RunFile file) {
    var run = FarmRunFile.of(file);
    @Nullable Method given = options.choice("--method", Method.class);
    var method = given == null ? Method.FLOW : given;
    double target = PlanOptions.DEFAULT_EFFICIENCY;
    @Nullable String efficiency = options.text("--efficiency");
    if (efficiency != null) {
      target = fraction(efficiency);
    } else if (run.efficiency() != null) {
      target = run.efficiency().ofOne();
    }
    var goal = Objective.EFFICIENT;
    @Nullable Objective objective = options.choice("--objective", Objective.class);
    if (objective != null) {
      goal = objective;
    } else if (run.objective() != null && method == Method.FLOW) {
      goal = run.objective();
    }
    @Nullable String master = options.text("--master");
    @Nullable String deadline = options.text("--deadline");
    @Nullable String budget = options.text("--budget");
    @Nullable String aggregate = options.text("--aggregate");
    var all =
        new PlanOptions(
            target,
            master != null ? master : run.master(),
            method,
            goal,
            deadline == null ? Double.POSITIVE_INFINITY : seconds(deadline),
            budget == null ? Double.POSITIVE_INFINITY : money(budget));
    return aggregate == null ? all : all.withAggregate(count(aggregate));
  }

  /** Refuses a master of run.yaml that the grid does not have, where it stands. */
  static void checkMaster(Inputs<FarmApp> inputs, Options options, RunFile run) {
    @Nullable String master = FarmRunFile.of(run).master();
    if (master == null || master.equals(PlanOptions.AUTO) || options.has("--master")) {
      return;
    }
    for (var cluster : inputs.grid().clusters()) {
      if (cluster.name().equals(master)
          || cluster.hosts().stream().anyMatch(group -> group.has(master))) {
        return;
      }
    }
    throw run.error(
        "master",
        "",
        "the master '%s' is not in %s, expected auto, a host or a cluster"
            .formatted(master, inputs.gridDocument().source()));
  }

  /** A percentage with its sign, or a share of one. */
  private static double fraction(String text) {
    try {
      boolean percent = text.contains("%");
      double share = percent ? Fraction.parse(text).ofOne() : PlainNumber.decimal(text);
      // 85 without a sign is more likely to mean 85 % than 8500 %.
      if (Double.isFinite(share) && (percent || share <= 1)) {
        return share;
      }
    } catch (QuantityException | NumberFormatException e) {
      // reported below, as a share that is not finite
    }
    throw new UsageException(
        "--efficiency '%s' is not a percentage, expected such as 85%%".formatted(text));
  }

  private static int count(String text) {
    if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) > 0) {
      return Integer.parseInt(text);
    }
    throw new UsageException(
        "--aggregate '%s' is not a number of results, expected a whole number from 1 to 999999999"
            .formatted(text));
  }

  private static double seconds(String text) {
    try {
      double seconds = Durations.seconds(Durations.parse(text));
      if (seconds > 0) {
        return seconds;
      }
    } catch (QuantityException e) {
      // reported below, as a time that is not above zero
    }
    throw new UsageException(
        "--deadline '%s' is not a time above zero, expected such as 6 h or 90 min".formatted(text));
  }

  private static double money(String text) {
    try {
      double money = PlainNumber.decimal(text);
      if (money >= 0 && Double.isFinite(money)) {
        return money;
      }
    } catch (NumberFormatException e) {
      // reported below, as an amount below zero
    }
    throw new UsageException(
        "--budget '%s' is not an amount, expected a number of zero or more".formatted(text));
  }
}
