package io.strait.measure.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The time of an order without messages, measured now and then along with everything else. */
final class Overhead {
  private final Meter meter;
  private final List<Double> seconds = new ArrayList<>();
  private double value;

  Overhead(Meter meter) {
    this.meter = meter;
  }

  /** Measures it once more. */
  void measure() throws IOException {
    seconds.add(meter.stream(1, 0).seconds());
    value = Estimate.of(seconds.stream().mapToDouble(Double::doubleValue).toArray()).value();
  }

  /** Forgets what was measured before all was warm. */
  void forget() {
    seconds.clear();
  }

  double seconds() {
    return value;
  }
}
