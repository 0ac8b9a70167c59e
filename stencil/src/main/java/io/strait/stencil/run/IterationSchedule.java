package io.strait.stencil.run;

import io.strait.stencil.file.StencilApp;

/**
 * What is due at which iteration.
 *
 * @param check iterations from one convergence test to the next, or 0
 * @param snapshot iterations from one checkpoint to the next, or 0
 * @param frame iterations from one picture to the next, or 0
 */
record IterationSchedule(int check, int snapshot, int frame) {
  static IterationSchedule of(StencilApp app) {
    return new IterationSchedule(
        app.tolerance() == null ? 0 : app.checkEvery(), app.checkpointEvery(), app.framesEvery());
  }

  boolean isCheck(long iteration) {
    return check > 0 && iteration % check == 0;
  }

  /** The first iteration after this one at which anything is due. */
  long next(long iteration) {
    return Math.min(
        next(iteration, check), Math.min(next(iteration, snapshot), next(iteration, frame)));
  }

  private static long next(long iteration, int every) {
    return every == 0 ? Long.MAX_VALUE : (iteration / every + 1) * every;
  }

  boolean isSnapshot(long iteration) {
    return (snapshot > 0 && iteration % snapshot == 0) || (frame > 0 && iteration % frame == 0);
  }
}
