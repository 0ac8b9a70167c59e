package io.strait.program.candidate;

import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.schedule.Scheduler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best on at most so many machines, for several numbers of them. Each search begins with what
 * was found on fewer machines, and each placement is rehearsed, so that more machines are never
 * slower.
 */
final class Curve {
  /**
   * The best on at most so many machines.
   *
   * @param candidate may need fewer
   */
  record Step(int machines, Candidate candidate) {}

  /**
   * On more machines than this the search is left out for numbers after {@link #FLAT} that gained
   * nothing; all machines are tried in any case.
   */
  private static final int MOST_SEARCHED = 64;

  private static final int FLAT = 3;

  private final Flow flow;
  private final List<Integer> allowed;
  private final Rehearsals rehearsals;

  Curve(Flow flow, List<Integer> allowed, Rehearsals rehearsals) {
    this.flow = flow;
    this.allowed = allowed;
    this.rehearsals = rehearsals;
  }

  List<Step> steps(List<Integer> counts) {
    var found = new ArrayList<Candidate>();
    @Nullable Placement start = null;
    for (int most : counts) {
      if (isFlat(found) && most > MOST_SEARCHED && most < counts.getLast()) {
        found.add(found.getLast());
        continue;
      }
      var schedule = Scheduler.best(flow, allowed, most, start);
      start = schedule.placement();
      found.add(
          Candidates.of(
              Candidates.name(schedule.placement().machines().size()), flow, schedule, false));
    }
    rehearse(found);
    return rising(counts, found);
  }

  /** Whether the last ones are all as fast. */
  private static boolean isFlat(List<Candidate> found) {
    int size = found.size();
    return size > FLAT
        && found.get(size - 1 - FLAT).lawRate() * Aim.WORTH >= found.getLast().lawRate();
  }

  /** The fastest first, since they are what matters. */
  private void rehearse(List<Candidate> found) {
    var known = new HashMap<Candidate, Candidate>();
    IntStream.range(0, found.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -found.get(i).lawRate()))
        .forEach(
            i ->
                found.set(
                    i, known.computeIfAbsent(found.get(i), each -> rehearsals.of(flow, each))));
  }

  private List<Step> rising(List<Integer> counts, List<Candidate> found) {
    var tuning = new Tuning(flow, allowed, rehearsals);
    var steps = new ArrayList<Step>();
    Candidate best = tuning.better(found.getFirst(), counts.getFirst());
    steps.add(new Step(counts.getFirst(), best));
    for (int i = 1; i < found.size(); i++) {
      var next = tuning.better(found.get(i), counts.get(i));
      if (next.isRehearsed() && best.isRehearsed() && next.rate() < best.rate()) {
        next = tuning.better(best, counts.get(i));
      }
      best = isFaster(next, best) ? next : best;
      steps.add(new Step(counts.get(i), best));
    }
    return steps;
  }

  /** Whether a candidate is worth its machines; a rate that nobody rehearsed may be too high. */
  static boolean isFaster(Candidate candidate, Candidate than) {
    if (candidate.isRehearsed() && !than.isRehearsed()) {
      return true;
    }
    return candidate.isRehearsed() == than.isRehearsed()
        && candidate.rate() > than.rate() * Aim.WORTH;
  }
}
