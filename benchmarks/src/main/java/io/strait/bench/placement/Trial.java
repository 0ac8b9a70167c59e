package io.strait.bench.placement;

import io.strait.model.law.Tuning;

/** A master with some workers: seconds that the plan, the simulation and a real run say. */
record Trial(
    String master,
    int workers,
    double predicted,
    double simulated,
    double measured,
    int runs,
    String trouble) {
  double predictedPrecision() {
    return Tuning.precision(predicted, measured);
  }

  double simulatedPrecision() {
    return Tuning.precision(simulated, measured);
  }
}
