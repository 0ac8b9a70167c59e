package io.strait.bench.placement;

import io.strait.farm.law.Tuning;

/**
 * A master with some workers: seconds that the plan, the simulation and real runs say.
 *
 * @param first of the real runs
 * @param measured the shortest of them
 */
record Trial(
    String master,
    int workers,
    double predicted,
    double simulated,
    double first,
    double measured,
    int runs,
    String trouble) {
  double predictedPrecision() {
    return Tuning.precision(predicted, measured);
  }

  double firstPrecision() {
    return Tuning.precision(simulated, first);
  }

  double simulatedPrecision() {
    return Tuning.precision(simulated, measured);
  }
}
