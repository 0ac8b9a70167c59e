package io.strait.farm.plan;

import io.strait.farm.file.Objective;
import io.strait.model.PlanException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a plan is to be like.
 *
 * @param efficiency target efficiency of every cluster, in (0, 1]
 * @param master {@code auto}, a host, a cluster, or null for the home cluster's best host
 * @param method how rates are found
 * @param deadlineSeconds for {@link Objective#CHEAPEST}; infinite where there is none
 * @param budget for {@link Objective#FASTEST}; infinite where there is none
 * @param aggregate how many results every gateway combines; {@link #CHOSEN} for what is best
 * @param without clusters whose hosts do not work
 */
public record PlanOptions(
    double efficiency,
    @Nullable String master,
    Method method,
    Objective objective,
    double deadlineSeconds,
    double budget,
    int aggregate,
    Set<String> without) {

  public static final double DEFAULT_EFFICIENCY = 0.85;

  /** The value of {@code master} that stands for "wherever it is best". */
  public static final String AUTO = "auto";

  /** The value of {@code aggregate} that leaves the number to the planner. */
  public static final int CHOSEN = 0;

  public static final PlanOptions DEFAULT =
      new PlanOptions(
          DEFAULT_EFFICIENCY,
          null,
          Method.FLOW,
          Objective.EFFICIENT,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  /** With all clusters, which combine as many results as is best. */
  public PlanOptions(
      double efficiency,
      @Nullable String master,
      Method method,
      Objective objective,
      double deadlineSeconds,
      double budget) {
    this(efficiency, master, method, objective, deadlineSeconds, budget, CHOSEN, Set.of());
  }

  public PlanOptions {
    without = Set.copyOf(without);
    if (!(efficiency > 0 && efficiency <= 1)) {
      throw new PlanException.Usage(
          "the target efficiency is %s%%, expected more than 0%% and at most 100%%"
              .formatted(efficiency * 100));
    }
    if (Double.isFinite(deadlineSeconds) && objective != Objective.CHEAPEST) {
      throw new PlanException.Usage(
          "a deadline with the objective %s, expected the objective cheapest".formatted(objective));
    }
    if (Double.isFinite(budget) && objective != Objective.FASTEST) {
      throw new PlanException.Usage(
          "a budget with the objective %s, expected the objective fastest".formatted(objective));
    }
    if (method == Method.PAPER && objective != Objective.EFFICIENT) {
      throw new PlanException.Usage(
          "the method paper with the objective %s, expected the method flow".formatted(objective));
    }
    if (method == Method.PAPER && aggregate != CHOSEN) {
      throw new PlanException.Usage(
          "the method paper with results combined by %d, expected the method flow"
              .formatted(aggregate));
    }
  }

  public PlanOptions withMaster(String host) {
    return new PlanOptions(
        efficiency, host, method, objective, deadlineSeconds, budget, aggregate, without);
  }

  /** With so many results combined everywhere. */
  public PlanOptions withAggregate(int results) {
    return new PlanOptions(
        efficiency, master, method, objective, deadlineSeconds, budget, results, without);
  }

  PlanOptions withDeadline(double seconds) {
    return new PlanOptions(
        efficiency, master, method, objective, seconds, budget, aggregate, without);
  }

  PlanOptions withBudget(double money) {
    return new PlanOptions(
        efficiency, master, method, objective, deadlineSeconds, money, aggregate, without);
  }

  /** Whoever is cheapest and done in time. */
  PlanOptions cheapest(double seconds) {
    return new PlanOptions(
        efficiency,
        master,
        method,
        Objective.CHEAPEST,
        seconds,
        Double.POSITIVE_INFINITY,
        aggregate,
        without);
  }

  /** Without the hosts of these clusters. */
  PlanOptions without(Set<String> clusters) {
    return new PlanOptions(
        efficiency, master, method, objective, deadlineSeconds, budget, aggregate, clusters);
  }

  /** How rates are found. */
  public enum Method {
    /** Exact maximum flow. */
    FLOW,
    /** The greedy of placement, figure 2. */
    PAPER
  }
}
