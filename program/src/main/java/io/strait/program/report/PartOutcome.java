package io.strait.program.report;

import io.strait.kind.report.Promise;
import io.strait.program.candidate.Candidates;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.program.outcome.PartMeasured;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A part of a calculation, promised and measured.
 *
 * @param isLate whether nobody waits for it
 * @param share of every unit
 * @param machine the index of its host
 * @param seconds from the beginning to the end of its share of a unit; predicted: alone on its host
 * @param busy the share of the run in which it was at work
 * @param slowness the CPU time that its code took on the machine that emulated its host, as a
 *     multiple of the time that it had there; NaN where nothing was emulated
 */
record PartOutcome(
    PartMeasured measured,
    boolean isLate,
    double share,
    int machine,
    Promise seconds,
    Promise busy,
    double slowness) {
  /** Slower than this, a part hardly ends in time. */
  private static final double SLOW = 0.8;

  /** The parts of a candidate that were measured, host by host. */
  static List<PartOutcome> of(Flow flow, CandidateOutcome outcome) {
    var all = new ArrayList<PartOutcome>();
    var calculations = Candidates.placement(flow, outcome.plan()).parts();
    for (int i = 0; i < calculations.size(); i++) {
      for (int k = 0; k < calculations.get(i).size(); k++) {
        var part = calculations.get(i).get(k);
        var name = flow.partName(i, k, calculations.get(i).size());
        for (var measured : outcome.measured().parts()) {
          if (measured.name().equals(name)) {
            all.add(of(flow, outcome, i, part, measured));
          }
        }
      }
    }
    all.sort(Comparator.comparingInt(PartOutcome::machine));
    return List.copyOf(all);
  }

  private static PartOutcome of(
      Flow flow, CandidateOutcome outcome, int index, Placement.Part part, PartMeasured measured) {
    var calculation = flow.app().calculations().get(index);
    var every = calculation.every();
    double seconds =
        flow.calculation(index, part.share(), flow.machines().get(part.machine())).seconds();
    double busy = seconds * (every.perUnit() * outcome.plan().rate() + every.perSecond());
    double cpu = measured.cpuSeconds() / Math.max(1, measured.units());
    boolean promised = outcome.isPromised();
    return new PartOutcome(
        measured,
        calculation.late(),
        part.share(),
        part.machine(),
        new Promise(promised ? seconds : Double.NaN, Double.NaN, measured.secondsPerUnit()),
        new Promise(promised ? Math.min(1, busy) : Double.NaN, Double.NaN, measured.busy()),
        outcome.scale() > 0 && seconds > 0 ? cpu * outcome.scale() / seconds : Double.NaN);
  }

  /** What people call it. */
  String name() {
    return "%s on %s".formatted(measured.name(), measured.host());
  }

  /** Whether the machine that emulated its host was too slow for it, or nearly so. */
  boolean isSlow() {
    return slowness > SLOW;
  }
}
