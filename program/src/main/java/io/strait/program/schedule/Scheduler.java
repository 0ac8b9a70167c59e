package io.strait.program.schedule;

import io.strait.model.PlanException;
import io.strait.program.file.DataFlow;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds schedules of programs.
 *
 * <p>A greedy placement is improved by {@link Annealing}; small problems are then settled by {@link
 * ThreadBranch} or {@link SliceBranch}, which give up after so many steps. {@link Bounds} says how
 * far what was found may be from the best.
 *
 * <p>For 8 calculations on 4 machines a call takes 3 ms where calculations overlap and 20 ms in
 * time slices on average, for 200 on 50 about 0.6 s, for 1000 on 200 a second or two. Its answer
 * depends on its arguments alone.
 */
public final class Scheduler {
  private static final double SAME = 1e-12;

  /** Changes of cells that annealing may make. */
  private static final long LEAST_WORK = 40_000;

  private static final long MOST_WORK = 24_000_000;
  private static final long WORK_PER_CHOICE = 2_400;

  private static final int SMALL = 12;
  private static final int MEDIUM = 40;
  private static final long SMALL_LIMIT = 20_000_000;
  private static final long MEDIUM_LIMIT = 20_000;
  private static final long FEWER_LIMIT = 20_000;
  private static final long SEED = 16;

  /** A calculation that is cut costs more to move: as many times as it has machines, up to this. */
  private static final int MOST_FOR_CUT = 16;

  private static final long MOST_CUT_WORK = 600_000;

  private final Problem problem;
  private final Bounds bounds;
  private final double bound;
  private final List<List<Integer>> given;
  private final boolean isFree;
  private final Best best;
  private final int[] levels;
  private final int depth;
  private final @Nullable Placement start;

  private Scheduler(Flow flow, List<Integer> allowed, int most, @Nullable Placement start) {
    this.start = start;
    this.problem = new Problem(flow, allowed, most);
    this.given = flow.app().slices().isEmpty() ? List.of() : Slices.levels(flow);
    this.isFree = !problem.isThreaded && given.isEmpty();
    this.bounds = new Bounds(problem);
    this.bound = bounds.seconds(problem.isThreaded ? List.of() : given);
    this.best = new Best(isFree);
    this.levels = new int[problem.calculations];
    var all = Slices.levels(flow);
    this.depth = all.size();
    for (int i = 0; i < depth; i++) {
      for (int c : all.get(i)) {
        levels[c] = i;
      }
    }
  }

  /**
   * The best schedule on at most so many machines among those allowed.
   *
   * @param allowed machines by index
   * @throws PlanException if the hosts that the app file names do not fit
   */
  public static Schedule best(Flow flow, List<Integer> allowed, int most) {
    return best(flow, allowed, most, null);
  }

  /**
   * The best schedule on at most so many machines among those allowed. Where calculations overlap,
   * it is not slower than a schedule that is known.
   *
   * @param start a placement on no more machines; null if none is known
   */
  public static Schedule best(
      Flow flow, List<Integer> allowed, int most, @Nullable Placement start) {
    return new Scheduler(flow, allowed, most, start).best();
  }

  /** With so many machines of those allowed there is a schedule; with fewer there may be none. */
  public static int enough(Flow flow, List<Integer> allowed) {
    return new Chosen(new Problem(flow, allowed, allowed.size())).enough();
  }

  private Schedule best() {
    approach();
    boolean isExact = isBest() || settle();
    if (!best.isThere()) {
      return impossible(isExact);
    }
    polish();
    isExact |= isBest();
    var placement = new Labels(problem, best.on(), best.share()).placement();
    var slices = levels();
    if (problem.isThreaded) {
      placement = sooner(placement);
    }
    var evaluation =
        problem.isThreaded
            ? Evaluation.of(problem.flow, placement)
            : Evaluation.inSlices(problem.flow, placement, slices);
    double rate = evaluation.rate();
    double rateBound = isExact && !hasSplit() ? rate : Math.max(1 / bound, rate);
    return new Schedule(placement, slices, evaluation, rateBound, isExact);
  }

  private boolean hasSplit() {
    for (boolean each : problem.split) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  private boolean isBest() {
    return best.seconds() <= bound * (1 + 1e-10);
  }

  private State state() {
    if (problem.isThreaded) {
      return new ThreadState(problem, bound);
    }
    if (!isFree) {
      return new SliceState(problem, depth, levels, false);
    }
    int slices = Math.min(2 * depth + 2, Math.max(depth, problem.calculations) + 1);
    int step = slices >= 2 * depth ? 2 : 1;
    var spread = IntStream.of(levels).map(each -> step * each).toArray();
    return new SliceState(problem, slices, spread, true);
  }

  private void approach() {
    var sets = new Chosen(problem).sets();
    long size = (long) problem.calculations * problem.machines;
    long work = Math.clamp(size * WORK_PER_CHOICE, LEAST_WORK, MOST_WORK);
    if (hasSplit()) {
      long cut = work * Math.clamp(problem.most / 2, 1, MOST_FOR_CUT);
      work = Math.max(Math.min(work, MOST_CUT_WORK), Math.min(cut, MOST_CUT_WORK));
    }
    if (problem.isThreaded && start != null) {
      var growth = new Growth(problem, new ThreadState(problem, bound), best);
      if (growth.begin(start)) {
        growth.grow();
      }
    }
    for (var set : sets) {
      if (isFree) {
        together(set);
      }
      if (problem.isThreaded && hasSplit()) {
        var threads = new ThreadState(problem, bound);
        new Greedy(threads, set).place(order());
        var growth = new Growth(problem, threads, best);
        growth.even();
        growth.apart(set);
      }
      var state = state();
      new Greedy(state, set).place(order());
      var annealing = new Annealing(state, set, best, bound * (1 + 1e-10), SEED);
      if (state instanceof ThreadState threads) {
        long last = work / (hasSplit() ? 4 : 20) / sets.size();
        threads.sharpen(5);
        annealing.run(work / sets.size() - last, 0.3, 0.003);
        annealing.restart();
        threads.sharpen(6);
        annealing.run(last, 0.1, 0.001);
      } else {
        annealing.run(work / sets.size(), 0.005, 0.00005);
      }
    }
  }

  /** All on one machine, in one slice. */
  private void together(boolean[] set) {
    for (int m : Problem.indexes(set)) {
      int machine = m;
      if (IntStream.range(0, problem.calculations)
          .allMatch(c -> problem.mayDo[c][machine] && isOptional(c, machine))) {
        var state = new SliceState(problem, 1, new int[problem.calculations], true);
        for (int c = 0; c < problem.calculations; c++) {
          state.place(c, m);
        }
        best.offer(state);
      }
    }
  }

  /** Whether no other machine must do a part of a calculation. */
  private boolean isOptional(int calculation, int machine) {
    for (int m : problem.eligible[calculation]) {
      if (m != machine && problem.mustDo[calculation][m]) {
        return false;
      }
    }
    return true;
  }

  /** The longest calculations first, in slices as the data flow. */
  private List<Integer> order() {
    if (isFree) {
      return DataFlow.order(problem.flow.app());
    }
    return IntStream.range(0, problem.calculations)
        .boxed()
        .sorted(
            Comparator.comparing((Integer c) -> !problem.isDue(c))
                .thenComparingDouble(c -> -problem.cost(c)[0] * problem.perUnit[c]))
        .toList();
  }

  /** Tries all placements, and says whether it could. */
  private boolean settle() {
    boolean canCut = true;
    for (int c = 0; c < problem.calculations; c++) {
      canCut &= !problem.split[c] || problem.eligible[c].length <= Branch.MOST_FOR_SPLIT;
    }
    boolean isSmall = problem.calculations <= SMALL;
    boolean canSlice = !isFree || problem.calculations <= SliceChoice.MOST;
    if (!canCut || !canSlice || problem.calculations > MEDIUM) {
      return false;
    }
    boolean isSettled =
        branch(problem.most, Double.POSITIVE_INFINITY, isSmall ? SMALL_LIMIT : MEDIUM_LIMIT);
    while (isSettled && best.isThere() && best.used() > 1) {
      int used = best.used();
      branch(used - 1, best.seconds() * (1 + SAME), FEWER_LIMIT);
      if (best.used() == used) {
        break;
      }
    }
    return isSettled;
  }

  private boolean branch(int most, double cutoff, long limit) {
    if (problem.isThreaded) {
      var branch =
          new ThreadBranch(problem, new ThreadState(problem, bound), best, most, cutoff, limit);
      branch.run();
      return branch.isComplete();
    }
    var state =
        isFree
            ? new SliceState(problem, 1, new int[problem.calculations], false)
            : new SliceState(problem, depth, levels, false);
    var branch = new SliceBranch(problem, state, bounds, isFree, best, most, cutoff, limit);
    branch.run();
    return branch.isComplete();
  }

  /** Better shares, then fewer machines. */
  private void polish() {
    var state = state(best);
    for (int c = 0; c < problem.calculations; c++) {
      if (best.on()[c].length > 1) {
        Parts.polish(state, best, MOST_WORK / 10);
        break;
      }
    }
    new Fewer(state, best).run(MOST_WORK / 10);
  }

  private State state(Best from) {
    State state;
    if (isFree) {
      int last = IntStream.of(from.slice()).max().orElse(0);
      state = new SliceState(problem, last + 1, from.slice(), true);
    } else {
      state = state();
    }
    from.restore(state);
    return state;
  }

  private List<List<Integer>> levels() {
    if (!isFree) {
      return Slices.levels(problem.flow);
    }
    var slices = new ArrayList<List<Integer>>();
    int last = IntStream.of(best.slice()).max().orElse(0);
    for (int i = 0; i <= last; i++) {
      slices.add(new ArrayList<>());
    }
    for (int c : DataFlow.order(problem.flow.app())) {
      slices.get(best.slice()[c]).add(c);
    }
    slices.removeIf(List::isEmpty);
    return slices;
  }

  /** As fast on as many machines, but each unit is done sooner; for small programs only. */
  private Placement sooner(Placement placement) {
    return new Sooner(problem, placement, best.on()).run();
  }

  /** No placement has a rate, so any will do to say why. */
  private Schedule impossible(boolean isExact) {
    var sets = new Chosen(problem).sets();
    if (sets.isEmpty()) {
      throw new PlanException(
          "the hosts that place names are more than %d, expected at most %d"
              .formatted(problem.most, problem.most));
    }
    var state = state();
    new Greedy(state, sets.getFirst()).place(order());
    var placement = problem.placement(state.on, state.share);
    var evaluation = Evaluation.of(problem.flow, placement);
    return new Schedule(
        placement,
        Slices.levels(problem.flow),
        evaluation,
        Math.max(1 / bound, evaluation.rate()),
        isExact);
  }
}
