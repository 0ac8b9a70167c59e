package io.strait.farm.live;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.simulate.Timings;
import io.strait.kind.file.Inputs;
import io.strait.model.PlanException;
import io.strait.simulate.ServiceDistribution;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the rehearsals of a phase say of its rate over time: the usual curve, and the least and most
 * of several that chance made different.
 *
 * @param least of every bin, in tasks per second
 * @param seconds that all bins cover
 */
record Rehearsed(double[] least, double[] usual, double[] most, double seconds) {
  private static final int RUNS = 5;
  private static final int MOST_BINS = 60;

  /** So many tasks in a bin make a curve rather than noise. */
  private static final double IN_A_BIN = 15;

  /** By what share tasks of a run take longer or less long than planned. */
  private static final double UNSURE = 0.05;

  /** Tasks times runs that are worth simulating for a picture. */
  private static final long MOST_TASKS = 2_000_000;

  /** Simulates a phase; null where that is too much, or does not end. */
  static @Nullable Rehearsed of(Inputs<FarmApp> inputs, FarmPlan plan, PhasePlan phase) {
    double span = phase.total().promisedSeconds();
    if (plan.tasks() * RUNS > MOST_TASKS || !(span > 0) || !Double.isFinite(span)) {
      return null;
    }
    int count = (int) Math.clamp(plan.tasks() / IN_A_BIN, 6, MOST_BINS);
    var rates = new double[RUNS][];
    for (int run = 0; run < RUNS; run++) {
      int seed = run + 1;
      var settings =
          RehearsalSettings.of(
              keys -> {
                keys.seed = seed;
                keys.work = new ServiceDistribution.Uniform(UNSURE);
              });
      var bins = new Done(span / count);
      try {
        new Rehearsal(inputs.grid(), inputs.app(), plan, phase, settings).run(bins);
      } catch (PlanException e) {
        return null;
      }
      rates[run] = bins.rates();
    }
    int length = Arrays.stream(rates).mapToInt(each -> each.length).max().orElse(1);
    var least = new double[length];
    var usual = new double[length];
    var most = new double[length];
    for (int bin = 0; bin < length; bin++) {
      int at = bin;
      var all =
          Arrays.stream(rates)
              .mapToDouble(each -> at < each.length ? each[at] : 0)
              .sorted()
              .toArray();
      least[bin] = all[0];
      usual[bin] = all[all.length / 2];
      most[bin] = all[all.length - 1];
    }
    return new Rehearsed(least, usual, most, length * span / count);
  }

  /** Counts results at the master, in bins of equal width. */
  private static final class Done implements Timings {
    private final double width;
    private double[] counts = new double[MOST_BINS];
    private int used;

    Done(double width) {
      this.width = width;
    }

    @Override
    public void computed(int worker, int core, int task, double start, double end) {}

    @Override
    public void transferred(int server, double start, double end, boolean result) {}

    @Override
    public void processed(int count, double start, double end) {}

    @Override
    public void arrived(int count, double at) {
      int bin = (int) Math.min(at / width, 20.0 * MOST_BINS);
      if (bin >= counts.length) {
        counts = Arrays.copyOf(counts, Math.max(bin + 1, 2 * counts.length));
      }
      counts[bin] += count;
      used = Math.max(used, bin + 1);
    }

    double[] rates() {
      var rates = Arrays.copyOf(counts, Math.max(1, used));
      for (int bin = 0; bin < rates.length; bin++) {
        rates[bin] /= width;
      }
      return rates;
    }
  }
}
