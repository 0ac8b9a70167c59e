package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.model.text.Document;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Workers for money against sets tried one by one, and against a knapsack over all rates. */
class MoneyTest {
  private static final double CLOSE = 1e-7;

  private static FarmPlan cheapest(String grid, double deadline) {
    var inputs =
        FarmFile.inputs(
            Document.parse("grid.yaml", grid),
            Document.parse("app.yaml", "{app: t, kind: farm, tasks: 36000}"));
    return FarmPlanner.plan(
        inputs.grid(),
        inputs.app(),
        new PlanOptions(
            0.85,
            null,
            PlanOptions.Method.FLOW,
            Objective.CHEAPEST,
            deadline,
            Double.POSITIVE_INFINITY));
  }

  /** One cluster without networks; rates in tenths of a task per second, prices in thousandths. */
  private record Market(int[] rates, int[] prices) {
    static Market random(RandomGenerator random, int kinds) {
      var rates = new int[kinds];
      var prices = new int[kinds];
      for (int i = 0; i < kinds; i++) {
        rates[i] = random.nextInt(3, 40);
        prices[i] = (int) (rates[i] * random.nextDouble(30, 200));
      }
      return new Market(rates, prices);
    }

    String grid() {
      var text = new StringBuilder("grid: g\nhome: a\nclusters:\n  a:\n    hosts:\n");
      text.append("      - {name: m, role: master, price: 0/h}\n");
      for (int i = 0; i < rates.length; i++) {
        text.append(
            "      - {name: w%d, role: worker, rate: %s/s, price: %s/h}\n"
                .formatted(i, rates[i] / 10.0, prices[i] / 1000.0));
      }
      return text.toString();
    }

    int most() {
      return Arrays.stream(rates).sum();
    }

    /** The least cost of 36,000 tasks, over all rates from this on; by the least price of each. */
    double least(int leastRate) {
      var price = new long[most() + 1];
      Arrays.fill(price, Long.MAX_VALUE / 2);
      price[0] = 0;
      for (int i = 0; i < rates.length; i++) {
        for (int r = most(); r >= rates[i]; r--) {
          price[r] = Math.min(price[r], price[r - rates[i]] + prices[i]);
        }
      }
      double least = Double.POSITIVE_INFINITY;
      for (int r = leastRate; r <= most(); r++) {
        least = Math.min(least, price[r] / 1000.0 / (r / 10.0));
      }
      return 10 * least;
    }
  }

  @Test
  void sixteenWorkersAreSearchedToTheEnd() {
    var market =
        new Market(
            new int[] {31, 3, 20, 31, 10, 10, 3, 31, 17, 5, 20, 5, 5, 5, 20, 31},
            new int[] {
              1721, 231, 1501, 3751, 464, 2292, 136, 6607, 1541, 437, 879, 529, 189, 311, 1596, 3659
            });
    var plan = cheapest(market.grid(), 4858.299595);
    assertThat(market.least(75)).isCloseTo(5.105, within(5e-4));
    assertThat(plan.result().total().cost()).isCloseTo(market.least(75), within(1e-9));
    assertThat(plan.notes()).isEmpty();
  }

  @Test
  void hundredsOfKindsCostAsLittleAsTheKnapsackSays() {
    for (int seed = 0; seed < 40; seed++) {
      var random = RandomFarms.random(seed);
      var market = Market.random(random, random.nextInt(13, 300));
      int rate = (int) (market.most() * random.nextDouble(0.05, 0.95));
      var plan = cheapest(market.grid(), 36000 / (rate / 10.0));
      assertThat(plan.result().total().cost())
          .as("seed %d, %d kinds", seed, market.rates.length)
          .isCloseTo(market.least(rate), within(1e-6));
      assertThat(plan.notes()).isEmpty();
    }
  }

  @Test
  void aSearchThatIsStoppedSaysHowFarFromTheBestItCanBe() {
    for (int seed = 0; seed < 40; seed++) {
      var random = RandomFarms.random(seed);
      var market = Market.random(random, 100);
      var inputs =
          FarmFile.inputs(
              Document.parse("grid.yaml", market.grid()),
              Document.parse("app.yaml", "{app: t, kind: farm, tasks: 36000}"));
      var net = new FarmNetwork(inputs.grid(), inputs.app());
      var solver = new RateSolver(net, 0);
      int rate = (int) (market.most() * random.nextDouble(0.05, 0.95));
      var fill = new MoneyFill(solver, WorkerSet.all(net, 0), solver.noAggregation(), 100);
      var workers = fill.cheapest(36000 / (rate / 10.0));
      double best = market.least(rate);
      double found = workers.price() * 10 / Arrays.stream(workers.supply()).sum();
      assertThat(found).as("seed %d", seed).isBetween(best * (1 - CLOSE), best * 1.05);
      assertThat(fill.atLeast()).isBetween(best * 0.95, best + 1e-5);
    }
  }

  @Test
  void networksAndCombinedResultsDoNotMisleadTheSearch() {
    int dear = 0;
    for (int seed = 0; seed < 300; seed++) {
      var farm =
          RandomFarms.of(
              seed, new RandomFarms.Shape(10, seed % 3 == 0, seed % 2 == 0, true, false));
      var net = new FarmNetwork(farm.grid(), farm.app());
      var random = RandomFarms.random(-seed);
      var solver = new RateSolver(net, 0);
      var all = WorkerSet.all(net, 0);
      var s = solver.noAggregation();
      for (int c = 0; c < net.clusters && net.reducible; c++) {
        s[c] = random.nextInt(1, 5);
      }
      double most = solver.quick(all.supply(), s).total;
      if (net.hosts < 3 || most == 0) {
        continue;
      }
      double deadline = random.nextDouble(1, 3) * net.tasks / most;
      double cheapest = Double.POSITIVE_INFINITY;
      for (int set = 2; set < 1 << net.hosts; set += 2) {
        var workers = workers(net, set);
        double rate = solver.quick(workers.supply(), s).total;
        if (rate * deadline >= net.tasks * (1 - 1e-9)) {
          cheapest = Math.min(cheapest, cost(net, workers, rate));
        }
      }
      var fill = new MoneyFill(solver, all, s, MoneyFill.MOST_STEPS);
      var found = fill.cheapest(deadline);
      double cost = cost(net, found, solver.quick(found.supply(), s).total);
      assertThat(cost).as("seed %d", seed).isLessThanOrEqualTo(cheapest * (1 + CLOSE) + 1e-6);
      assertThat(fill.atLeast()).as("seed %d", seed).isLessThanOrEqualTo(cost + 1e-5);
      dear += cost > 0 ? 1 : 0;
    }
    assertThat(dear).isGreaterThan(100);
  }

  private static double cost(FarmNetwork net, WorkerSet workers, double rate) {
    return (workers.price() + net.price[0]) * net.tasks / rate / 3600;
  }

  private static WorkerSet workers(FarmNetwork net, int set) {
    var workers = WorkerSet.none(net);
    for (int h = 0; h < net.hosts; h++) {
      if ((set >> h & 1) != 0) {
        workers.add(h);
      }
    }
    return workers;
  }
}
