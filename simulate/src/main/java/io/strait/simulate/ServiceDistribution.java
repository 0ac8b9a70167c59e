package io.strait.simulate;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The factor by which a service time varies. It is never negative. Every distribution is scaled to
 * a mean of one, so that plans and simulations mean the same amount of work.
 */
public sealed interface ServiceDistribution {
  double draw(RandomGenerator random);

  /** Always one. */
  ServiceDistribution CONSTANT = new Constant();

  /** No variation. */
  record Constant() implements ServiceDistribution {
    @Override
    public double draw(RandomGenerator random) {
      return 1;
    }
  }

  /** Uniform between {@code 1 - spread} and {@code 1 + spread}. */
  record Uniform(double spread) implements ServiceDistribution {
    public Uniform {
      check(spread >= 0 && spread <= 1, "the spread of a uniform distribution must be from 0 to 1");
    }

    @Override
    public double draw(RandomGenerator random) {
      return 1 + spread * (2 * random.nextDouble() - 1);
    }
  }

  /** Normal with this standard deviation, cut off at zero and at two, which keeps the mean. */
  record Normal(double deviation) implements ServiceDistribution {
    public Normal {
      check(
          deviation >= 0 && deviation <= 1,
          "the deviation of a normal distribution must be from 0 to 1");
    }

    @Override
    public double draw(RandomGenerator random) {
      double value;
      do {
        value = 1 + deviation * random.nextGaussian();
      } while (value < 0 || value > 2);
      return value;
    }
  }

  /** Lognormal. The standard deviation is that of the factor itself, not of its logarithm. */
  record Lognormal(double deviation) implements ServiceDistribution {
    public Lognormal {
      check(
          deviation >= 0 && Double.isFinite(deviation),
          "the deviation of a lognormal distribution must be finite and not negative");
    }

    @Override
    public double draw(RandomGenerator random) {
      double variance = Math.log1p(deviation * deviation);
      return Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
    }
  }

  /** Exponential. */
  record Exponential() implements ServiceDistribution {
    @Override
    public double draw(RandomGenerator random) {
      return random.nextExponential();
    }
  }

  /** Pareto with this tail exponent, above one. */
  record Pareto(double shape) implements ServiceDistribution {
    public Pareto {
      check(
          shape > 1 && Double.isFinite(shape),
          "the shape of a Pareto distribution must be finite and above 1");
    }

    @Override
    public double draw(RandomGenerator random) {
      double smallest = (shape - 1) / shape;
      return smallest / Math.pow(1 - random.nextDouble(), 1 / shape);
    }
  }

  /** One of the given values, all equally likely, scaled to a mean of one. */
  record Empirical(double[] values) implements ServiceDistribution {
    public Empirical {
      check(
          values.length > 0 && Arrays.stream(values).allMatch(v -> v >= 0 && Double.isFinite(v)),
          "an empirical distribution must have values, none of them negative");
      double mean = Arrays.stream(values).average().orElse(0);
      check(mean > 0, "the mean of an empirical distribution must be above zero");
      values = Arrays.stream(values).map(v -> v / mean).toArray();
    }

    @Override
    public double draw(RandomGenerator random) {
      return values[random.nextInt(values.length)];
    }
  }

  private static void check(boolean right, String expected) {
    if (!right) {
      throw new IllegalArgumentException(expected);
    }
  }
}
