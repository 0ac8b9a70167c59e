package io.strait.program.candidate;

import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Slices;
import io.strait.program.simulate.FlowRehearsal;
import io.strait.program.simulate.FlowSimulation;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Rehearses candidates by simulation, because the laws say what resources allow and not how long
 * calculations wait for each other. The work is bounded, so that large plans do not take long: what
 * would cost too much keeps the rate of the laws and is remembered.
 */
final class Rehearsals {
  /** Steps of one rehearsal, and of all: about half a second, and a few. */
  private static final double MOST_STEPS = 500_000;

  /** What may be rehearsed as long as a simulation does it. */
  private static final double CHEAP = 100_000;

  private static final int MOST_UNITS = 2_000;
  private static final double ROUNDING = 1.015;

  private double left = 4_000_000;
  private final Set<String> skipped = new LinkedHashSet<>();

  /** The candidate as it went; as it was if that would cost too much. */
  Candidate of(Flow flow, Candidate candidate) {
    int units =
        Math.min(
            MOST_UNITS,
            FlowRehearsal.units(
                flow.app(), Candidates.placement(flow, candidate), FlowSimulation.AHEAD));
    return of(flow, candidate, steps(flow, candidate, units) <= CHEAP ? units : 0);
  }

  /** The candidate as it went in a short while. */
  Candidate quick(Flow flow, Candidate candidate) {
    return of(flow, candidate, 0);
  }

  private Candidate of(Flow flow, Candidate candidate, int units) {
    double steps = steps(flow, candidate, units);
    if (!Double.isFinite(steps)) {
      return candidate;
    }
    if (steps > Math.min(MOST_STEPS, left)) {
      skipped.add(candidate.name());
      return candidate;
    }
    left -= steps;
    var own = own(flow, candidate);
    var placement = Candidates.placement(own, candidate);
    var rehearsal = FlowRehearsal.brief(own, placement, Candidates.levels(own, candidate), units);
    double rate = rehearsal.steady().rate();
    if (!(rate > 0) || !Double.isFinite(rate) || !Double.isFinite(rehearsal.seconds())) {
      return candidate;
    }
    // A little more than the laws allow is what was done before the steady middle began; much more
    // comes from late work, which a machine leaves out when it has no time for it.
    boolean isAtTheLimit = rate > candidate.lawRate() && rate < candidate.lawRate() * ROUNDING;
    return Candidates.rehearsed(
        own,
        candidate,
        isAtTheLimit ? candidate.lawRate() : rate,
        rehearsal.aloneSeconds(),
        rehearsal.seconds());
  }

  /** What a rehearsal costs; infinite if there is nothing to rehearse. */
  static double steps(Flow flow, Candidate candidate, int units) {
    if (!(candidate.lawRate() > 0) || Double.isInfinite(candidate.lawRate())) {
      return Double.POSITIVE_INFINITY;
    }
    var own = own(flow, candidate);
    return FlowRehearsal.briefSteps(
        own, Candidates.placement(own, candidate), Slices.levels(own), units, candidate.lawRate());
  }

  private static Flow own(Flow flow, Candidate candidate) {
    return candidate.isSerial() ? flow.with(flow.app().with(Overlap.NONE)) : flow;
  }

  /** The names of candidates that would have cost too much. */
  Set<String> skipped() {
    return skipped;
  }
}
