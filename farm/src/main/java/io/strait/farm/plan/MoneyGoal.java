package io.strait.farm.plan;

/**
 * What money is to buy. Rates in tasks per second, prices per hour, the master's included. A score
 * is better the smaller it is, and infinite where a limit is broken.
 */
sealed interface MoneyGoal {
  double SLACK = 1e-9;

  /** The score of workers with this rate and price. */
  double score(double rate, double price);

  /** The rate with the best score on the line between two points, the first with the lower rate. */
  double bestRate(double rate, double price, double laterRate, double laterPrice);

  /** Whether no score is better from here on if every more task per second costs at least this. */
  boolean endsAt(double rate, double price, double cost);

  /**
   * The least money for all tasks, done in time; between equals the shorter time.
   *
   * @param leastRate tasks per second to be done in time
   */
  record Cheapest(long tasks, double leastRate) implements MoneyGoal {
    /** What a second is worth, so that it decides between equals. */
    private static final double PER_SECOND = 1e-9;

    static Cheapest within(long tasks, double deadlineSeconds) {
      return new Cheapest(tasks, tasks / (deadlineSeconds * (1 + SLACK)));
    }

    @Override
    public double score(double rate, double price) {
      return rate > 0 && rate >= leastRate * (1 - 1e-12)
          ? tasks / rate * (price / 3600 + PER_SECOND)
          : Double.POSITIVE_INFINITY;
    }

    @Override
    public double bestRate(double rate, double price, double laterRate, double laterPrice) {
      double from = laterRate > leastRate ? Math.max(rate, leastRate) : rate;
      double fromPrice = price + (from - rate) * (laterPrice - price) / (laterRate - rate);
      return score(from, fromPrice) < score(laterRate, laterPrice) ? from : laterRate;
    }

    @Override
    public boolean endsAt(double rate, double price, double cost) {
      return rate >= leastRate && cost * rate >= price + 3600 * PER_SECOND;
    }
  }

  /**
   * The shortest time for which the money suffices.
   *
   * @param most money per hour for a task per second
   */
  record WithinBudget(long tasks, double most) implements MoneyGoal {
    static WithinBudget of(long tasks, double budget) {
      return new WithinBudget(tasks, budget * (1 + SLACK) * 3600 / tasks);
    }

    @Override
    public double score(double rate, double price) {
      return rate > 0 && price <= most * rate * (1 + 1e-12)
          ? tasks / rate
          : Double.POSITIVE_INFINITY;
    }

    @Override
    public double bestRate(double rate, double price, double laterRate, double laterPrice) {
      double left = most * rate - price;
      double later = most * laterRate - laterPrice;
      return left < 0 || later >= 0 ? laterRate : rate + left / (left - later) * (laterRate - rate);
    }

    @Override
    public boolean endsAt(double rate, double price, double cost) {
      return price > most * rate && cost >= most;
    }
  }
}
