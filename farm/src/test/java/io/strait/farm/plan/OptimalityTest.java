package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.plan.PlanOptions.Method;
import io.strait.model.PlanException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The planner against a linear program, maximum flow by JGraphT and exhaustive search, on random
 * small grids.
 */
@Tag("long")
class OptimalityTest {
  private static final double CLOSE = 1e-7;

  /** Each case is a block of seeds, so that 400 grids do not become 400 lines of report. */
  static LongStream blocks() {
    return LongStream.range(0, 4);
  }

  private static final int BLOCK = 100;

  private static PlanOptions options(Objective objective, String master) {
    return new PlanOptions(
        PlanOptions.DEFAULT_EFFICIENCY,
        master,
        Method.FLOW,
        objective,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void theRateOfEveryMasterIsTheOptimumOfTheLinearProgram(long block) {
    for (long seed = block * BLOCK; seed < (block + 1) * BLOCK; seed++) {
      var shape = new RandomFarms.Shape(12, true, false, false, seed % 2 == 0, seed % 3 == 0);
      var farm = RandomFarms.of(seed, shape);
      var net = new FarmNetwork(farm.grid(), farm.app());
      var search = new MasterSearch(net, 1);
      double best = 0;
      for (int master = 0; master < net.hosts; master++) {
        var solver = new RateSolver(net, master);
        var supply = WorkerSet.all(net, master).supply();
        var solution = solver.quick(supply, solver.noAggregation());
        double oracle = LinearProgram.rate(net, master, supply, solver.noAggregation());
        best = Math.max(best, oracle);
        assertThat(solution.total)
            .as("seed %d, master %d", seed, master)
            .isCloseTo(oracle, within(oracle * CLOSE + 1e-9));
        assertThat(search.rate(master))
            .as("search, seed %d, master %d", seed, master)
            .isCloseTo(oracle, within(oracle * CLOSE + 1e-9));
        assertThat(IntStream.range(0, net.clusters).mapToDouble(c -> solution.rates[c]).sum())
            .isCloseTo(solution.total, within(1e-9));
        double fair = solver.solve(supply, solver.noAggregation()).total;
        assertThat(fair)
            .as("fair, seed %d, master %d", seed, master)
            .isCloseTo(oracle, within(oracle * CLOSE + 1e-9));
        double cut = solution.cut().stream().mapToDouble(PhasePlan.Limit::rate).sum();
        assertThat(cut)
            .as("the cut of seed %d, master %d: %s", seed, master, solution.cut())
            .isCloseTo(solution.total, within(oracle * CLOSE + 1e-9));
        double greedy = new PaperGreedy(net).fill(master).total();
        assertThat(greedy)
            .as("greedy, seed %d", seed)
            .isLessThanOrEqualTo(solution.total * (1 + CLOSE));
      }
      assertThat(new MasterSearch(net, 1).best(1).getFirst().rate())
          .as("best master, seed %d", seed)
          .isCloseTo(best, within(best * CLOSE + 1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void theRateWithDifferentAggregationsIsTheOptimumToo(long block) {
    for (long seed = block * BLOCK; seed < (block + 1) * BLOCK; seed++) {
      boolean full = seed % 4 == 3;
      boolean lopsided = seed % 8 == 7;
      var shape = new RandomFarms.Shape(12, full, true, false, false, lopsided);
      var farm = RandomFarms.of(seed, shape);
      var net = new FarmNetwork(farm.grid(), farm.app());
      var random = RandomFarms.random(-seed);
      int master = random.nextInt(net.hosts);
      var solver = new RateSolver(net, master);
      var supply = WorkerSet.all(net, master).supply();
      var s = IntStream.range(0, net.clusters).map(c -> random.nextInt(1, 6)).toArray();
      var solution = solver.solve(supply, s);
      double oracle = LinearProgram.rate(net, master, supply, s);
      double cut = solution.cut().stream().mapToDouble(PhasePlan.Limit::rate).sum();
      assertThat(cut)
          .as("cut, seed %d", seed)
          .isCloseTo(solution.total, within(oracle * CLOSE + 1e-9));
      if (full) {
        assertThat(solution.total)
            .as("seed %d", seed)
            .isLessThanOrEqualTo(oracle * (1 + CLOSE) + 1e-9);
      } else {
        assertThat(solution.total)
            .as("seed %d", seed)
            .isCloseTo(oracle, within(oracle * CLOSE + 1e-9));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void plansKeepTheirPromises(long block) {
    for (long seed = block * BLOCK; seed < (block + 1) * BLOCK; seed++) {
      var shape = new RandomFarms.Shape(12, true, seed % 3 != 0, false, false, seed % 5 == 0);
      var farm = RandomFarms.of(seed, shape);
      var net = new FarmNetwork(farm.grid(), farm.app());
      var fastest =
          FarmPlanner.plan(farm.grid(), farm.app(), options(Objective.FASTEST, PlanOptions.AUTO));
      for (var objective : new Objective[] {Objective.EFFICIENT, Objective.FEWEST}) {
        FarmPlan plan;
        try {
          plan = FarmPlanner.plan(farm.grid(), farm.app(), options(objective, fastest.master()));
        } catch (PlanException e) {
          assertThat(objective).isEqualTo(Objective.EFFICIENT);
          assertThat(e).hasMessageContaining("no worker keeps the target efficiency");
          continue;
        }
        int master = net.findHost(plan.master());
        var supply = new double[net.clusters];
        var s = new int[net.clusters];
        for (int c = 0; c < net.clusters; c++) {
          var row = plan.result().clusters().get(c);
          s[c] = row.aggregate();
          for (var worker : row.workers()) {
            int host = net.findHost(worker);
            assertThat(host).isNotEqualTo(master);
            assertThat(net.clusterOf[host]).isEqualTo(c);
            supply[c] += net.workRate[host];
          }
          if (objective == Objective.EFFICIENT && !row.workers().isEmpty()) {
            assertThat(row.efficiency()).as("seed %d", seed).isGreaterThanOrEqualTo(0.85 - 1e-6);
          }
        }
        double rate = plan.result().total().estimatedRate();
        assertThat(rate)
            .as("feasible, seed %d", seed)
            .isLessThanOrEqualTo(LinearProgram.rate(net, master, supply, s) * (1 + CLOSE));
        if (objective == Objective.FEWEST) {
          assertThat(rate)
              .as("no loss, seed %d", seed)
              .isCloseTo(fastest.result().total().estimatedRate(), within(rate * 1e-6));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void fewestIsTheFewestAndEfficientIsTheFastestByExhaustiveSearch(long block) {
    for (long seed = block * BLOCK; seed < block * BLOCK + 30; seed++) {
      var farm =
          RandomFarms.of(
              seed, new RandomFarms.Shape(9, seed % 3 == 0, false, false, true, seed % 2 == 0));
      var net = new FarmNetwork(farm.grid(), farm.app());
      var solver = new RateSolver(net, 0);
      var all = WorkerSet.all(net, 0);
      var none = solver.noAggregation();
      double most = solver.solve(all.supply(), none).total;
      int fewest = Integer.MAX_VALUE;
      double efficient = 0;
      for (int set = 1; set < 1 << net.hosts; set++) {
        if ((set & 1) != 0) {
          continue;
        }
        var workers = WorkerSet.none(net);
        for (int h = 0; h < net.hosts; h++) {
          if ((set >> h & 1) != 0) {
            workers.add(h);
          }
        }
        var supply = workers.supply();
        var solution = solver.solve(supply, none);
        if (solution.total >= most * (1 - 1e-9)) {
          fewest = Math.min(fewest, workers.count());
        }
        if (solver.canKeep(supply, none, 0.85)) {
          efficient = Math.max(efficient, solution.total);
        }
      }
      if (most == 0) {
        continue;
      }
      assertThat(new WorkerFill(solver, all, none).fewest().count())
          .as("fewest, seed %d", seed)
          .isEqualTo(fewest);
      var selected = new WorkerSelection(solver, none, 0.85).select(all);
      double rate = solver.solve(selected.supply(), none).total;
      assertThat(rate)
          .as("efficient, seed %d", seed)
          .isCloseTo(efficient, within(efficient * CLOSE + 1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void moneyIsWellSpentByExhaustiveSearch(long block) {
    for (long seed = block * BLOCK; seed < block * BLOCK + 10; seed++) {
      var farm = RandomFarms.of(seed, new RandomFarms.Shape(9, false, false, true, false));
      var net = new FarmNetwork(farm.grid(), farm.app());
      if (net.hosts < 3) {
        continue;
      }
      var solver = new RateSolver(net, 0);
      var all = WorkerSet.all(net, 0);
      var none = solver.noAggregation();
      double fastest = net.tasks / solver.quick(all.supply(), none).total;
      double deadline = 1.5 * fastest;
      double cheapest = Double.POSITIVE_INFINITY;
      for (int set = 2; set < 1 << net.hosts; set += 2) {
        double[] timeAndCost = timeAndCost(net, solver, set);
        if (timeAndCost[0] <= deadline) {
          cheapest = Math.min(cheapest, timeAndCost[1]);
        }
      }
      double budget = 1.2 * cheapest;
      double quickest = Double.POSITIVE_INFINITY;
      for (int set = 2; set < 1 << net.hosts; set += 2) {
        double[] timeAndCost = timeAndCost(net, solver, set);
        if (timeAndCost[1] <= budget) {
          quickest = Math.min(quickest, timeAndCost[0]);
        }
      }
      var fill = new MoneyFill(solver, all, none, MoneyFill.MOST_STEPS);
      double[] cheap = timeAndCost(net, solver, set(fill.cheapest(deadline), net));
      assertThat(cheap[0]).as("in time, seed %d", seed).isLessThanOrEqualTo(deadline * (1 + CLOSE));
      assertThat(cheap[1])
          .as("cheapest, seed %d", seed)
          .isLessThanOrEqualTo(cheapest * (1 + CLOSE) + 1e-9);
      double[] quick = timeAndCost(net, solver, set(fill.withinBudget(budget), net));
      assertThat(quick[1])
          .as("within budget, seed %d", seed)
          .isLessThanOrEqualTo(budget * (1 + CLOSE) + 1e-9);
      assertThat(quick[0])
          .as("fastest, seed %d", seed)
          .isLessThanOrEqualTo(quickest * (1 + CLOSE) + 1e-9);
    }
  }

  private static int set(WorkerSet workers, FarmNetwork net) {
    int set = 0;
    for (int c = 0; c < net.clusters; c++) {
      for (int h : workers.of(c)) {
        set |= 1 << h;
      }
    }
    return set;
  }

  private static double[] timeAndCost(FarmNetwork net, RateSolver solver, int set) {
    var workers = WorkerSet.none(net);
    for (int h = 0; h < net.hosts; h++) {
      if ((set >> h & 1) != 0) {
        workers.add(h);
      }
    }
    double time = net.tasks / solver.quick(workers.supply(), solver.noAggregation()).total;
    return new double[] {time, (workers.price() + net.price[0]) * time / 3600};
  }
}
