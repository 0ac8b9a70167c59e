package io.strait.cli;

import io.strait.stencil.run.DoubleKernel;

/** A stencil one of whose cells is no number any more in the 25th iteration. */
public final class BadNumbers implements DoubleKernel {
  @Override
  public double start(long x, long y) {
    return x == 7 && y == 5 ? 25 : 1e9;
  }

  @Override
  public double next(Around cell) {
    double here = cell.at(0, 0);
    return here == 1 ? Double.NaN : here - 1;
  }
}
