package io.strait.bench.stencil;

import io.strait.stencil.run.DoubleKernel;

/** The heat kernel as a user would write it. */
public final class UserHeat implements DoubleKernel {
  @Override
  public double start(long x, long y) {
    return x < 0 ? 100 : 0;
  }

  @Override
  public double next(Around cell) {
    return 0.25 * ((cell.at(-1, 0) + cell.at(1, 0)) + (cell.at(0, -1) + cell.at(0, 1)));
  }
}
