package io.strait.farm.file;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer for a farm: where the master runs, which workers, with which settings, and what that
 * brings.
 *
 * @param master the master's host
 * @param masterCluster its cluster
 * @param home the cluster whose rate alone the speedups refer to
 * @param efficiency the target efficiency the plan was made for
 * @param objective what it was to be best at
 * @param stock how long gateways are to keep their workers busy without the master; null for {@link
 *     #USUAL_STOCK}, or longer where outages were longer
 * @param deadline within which it was to be done; null if there is none
 * @param steps the phases that were evaluated, in order; the last one is the plan
 * @param notes what a reader should know beyond the numbers, a sentence each
 */
public record FarmPlan(
    String master,
    String masterCluster,
    String home,
    long tasks,
    double efficiency,
    Objective objective,
    @Nullable Duration stock,
    @Nullable Duration deadline,
    List<PhasePlan> steps,
    List<String> notes) {
  /** How long gateways keep their workers busy without the master where nobody says it. */
  public static final Duration USUAL_STOCK = Duration.ofMinutes(2);

  /** The longest time that gateways can be told to keep their workers busy. */
  public static final Duration MOST_STOCK = Duration.ofDays(7);

  /** The latest deadline; a later one is none. */
  public static final Duration MOST_DEADLINE = Duration.ofDays(36_525);

  public FarmPlan {
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** A plan without a deadline. */
  public FarmPlan(
      String master,
      String masterCluster,
      String home,
      long tasks,
      double efficiency,
      Objective objective,
      @Nullable Duration stock,
      List<PhasePlan> steps,
      List<String> notes) {
    this(master, masterCluster, home, tasks, efficiency, objective, stock, null, steps, notes);
  }

  /** This plan with other phases and notes. */
  public FarmPlan with(List<PhasePlan> otherSteps, List<String> otherNotes) {
    return new FarmPlan(
        master,
        masterCluster,
        home,
        tasks,
        efficiency,
        objective,
        stock,
        deadline,
        otherSteps,
        otherNotes);
  }

  /** This plan as the answer to another objective. */
  public FarmPlan with(Objective other) {
    return new FarmPlan(
        master, masterCluster, home, tasks, efficiency, other, stock, deadline, steps, notes);
  }

  /** This plan with another stock at gateways. */
  public FarmPlan withStock(@Nullable Duration other) {
    return new FarmPlan(
        master, masterCluster, home, tasks, efficiency, objective, other, deadline, steps, notes);
  }

  /** How long gateways keep their workers busy without the master before any outage. */
  public Duration stockTime() {
    return stock == null ? USUAL_STOCK : stock;
  }

  /** A line above its tables, without the end. */
  public String title(String grid, String app) {
    return "%s: %d tasks of %s, master on %s in %s"
        .formatted(grid, tasks, app, master, masterCluster);
  }

  /** The phase that is the plan. */
  public PhasePlan result() {
    return steps.getLast();
  }
}
