package io.strait.program.candidate;

import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Load;
import io.strait.program.plan.Loads;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import io.strait.program.schedule.Neighbours;
import io.strait.program.schedule.Schedule;
import java.util.Comparator;
import java.util.List;

/**
 * Looks near a candidate that rehearses worse than the laws say for one that rehearses better: the
 * laws see only the fullest resource, and a machine whose CPU and network card are both nearly full
 * waits. Neighbours are tried in the order of how full all resources are, and only if the laws
 * allow them more than the candidate did.
 */
final class Tuning {
  private static final double GOOD = 0.99;
  private static final double WORTH = 1.002;
  private static final int ROUNDS = 4;
  private static final int TRIES = 12;
  private static final int MOST_CALCULATIONS = 12;
  private static final int MOST_MACHINES = 16;
  private static final double MOST_STEPS = 30_000;

  /** How much more a full resource counts than another. */
  private static final double POWER = 10;

  private record Choice(Placement placement, Evaluation evaluation, double fullness) {}

  private final Flow flow;
  private final List<Integer> allowed;
  private final Rehearsals rehearsals;
  private int tries = 160;

  Tuning(Flow flow, List<Integer> allowed, Rehearsals rehearsals) {
    this.flow = flow;
    this.allowed = allowed;
    this.rehearsals = rehearsals;
  }

  /** A candidate on at most so many machines that is not slower. */
  Candidate better(Candidate base, int most) {
    if (flow.app().overlap() != Overlap.THREADS
        || flow.app().calculations().size() > MOST_CALCULATIONS
        || base.hosts().size() > MOST_MACHINES) {
      return base;
    }
    var found = climb(base, most);
    var checked = found.equals(base) ? base : rehearsals.of(flow, found);
    return checked.rate() > base.rate() ? checked : base;
  }

  private Candidate climb(Candidate base, int most) {
    Candidate best = base;
    for (int round = 0; round < ROUNDS && isWorth(best); round++) {
      Candidate before = best;
      for (var choice : choices(best, most)) {
        if (tries-- <= 0 || choice.evaluation.rate() < best.rate() * WORTH) {
          continue;
        }
        var candidate = rehearsals.quick(flow, candidate(choice, base));
        if (candidate.isRehearsed() && candidate.rate() > best.rate() * WORTH) {
          best = candidate;
        }
      }
      if (best.equals(before)) {
        break;
      }
    }
    return best;
  }

  private boolean isWorth(Candidate candidate) {
    return candidate.isRehearsed()
        && tries > 0
        && candidate.rate() < GOOD * Math.max(candidate.lawRate(), candidate.rateBound())
        && Rehearsals.steps(flow, candidate, 0) < MOST_STEPS;
  }

  private Candidate candidate(Choice choice, Candidate base) {
    var schedule =
        new Schedule(
            choice.placement,
            Slices.levels(flow),
            choice.evaluation,
            Math.max(base.rateBound(), choice.evaluation.rate()),
            false);
    return Candidates.of(
        Candidates.name(choice.placement.machines().size()), flow, schedule, false);
  }

  private List<Choice> choices(Candidate candidate, int most) {
    return Neighbours.of(flow, allowed, most, Candidates.placement(flow, candidate)).stream()
        .map(each -> new Choice(each, Evaluation.of(flow, each), fullness(each)))
        .filter(each -> each.evaluation.rate() > candidate.rate() * WORTH)
        .sorted(Comparator.comparingDouble(Choice::fullness))
        .limit(TRIES)
        .toList();
  }

  /** Like the seconds of a unit that the fullest resource allows, but all resources count. */
  private double fullness(Placement placement) {
    double sum = 0;
    for (Load load : new Loads(flow, placement).all()) {
      double rate = load.rate();
      sum += rate > 0 ? Math.pow(1 / rate, POWER) : Double.POSITIVE_INFINITY;
    }
    return Math.pow(sum, 1 / POWER);
  }
}
