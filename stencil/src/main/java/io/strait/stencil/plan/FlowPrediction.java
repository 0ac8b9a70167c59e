package io.strait.stencil.plan;

import io.strait.stencil.simulate.StencilModel;
import java.util.function.DoubleUnaryOperator;

/**
 * What a step takes where ranks advance as soon as their neighbours' borders are there. In the long
 * run the slowest cycle of dependencies decides, time over steps. A rank on its own is one (its
 * computing); two neighbours that wait for each other are one (there and back, in twice the lag);
 * longer ones are mixtures of these, and no mixture is slower than its slowest part.
 */
final class FlowPrediction {
  private FlowPrediction() {}

  static IterationBound bound(StencilTiming timing, StencilModel model, DoubleUnaryOperator extra) {
    double other = 0;
    double most = -1;
    String what = "";
    var blocks = timing.decomposition().blocks();
    for (int r = 0; r < model.ranks(); r++) {
      other = Math.max(other, model.compute()[r]);
      if (model.compute()[r] > most) {
        most = model.compute()[r];
        what = "computing on " + blocks.get(r).rank().host();
      }
    }
    for (int e = 0; e < model.edges(); e++) {
      int back = model.reverse()[e];
      double way =
          (model.latency()[e] + model.latency()[back]) / 2
              + extra.applyAsDouble(model.jitter()[e])
              + model.transfer()[e]
              + (model.delay()[e] + model.delay()[back]) / 2;
      double each = way / model.lag()[e];
      boolean full = model.transfer()[e] > Math.min(each, way - model.transfer()[e]);
      double bound = Math.max(each, model.transfer()[e]);
      // No band makes up for a lack of bandwidth.
      other = Math.max(other, model.far()[e] ? model.transfer()[e] : bound);
      if (bound > most * (1 + 1e-9)) {
        most = bound;
        what =
            (full ? "bandwidth of " : "latency of ")
                + timing.edges().get(e).name(timing.grid(), timing.decomposition());
      }
    }
    int per = model.iterationsPerStep();
    return new IterationBound(most / per, other / per, what);
  }
}
