package io.strait.bench.truth;

import io.strait.farm.task.Farm;
import io.strait.kind.code.Settings;

/** A task whose input and result are so many zeros. */
public final class Blank implements Farm {
  private int input;
  private int output;

  @Override
  public void begin(Settings settings) {
    input = settings.whole("input", 0, 0, 1 << 30);
    output = settings.whole("output", 8, 0, 1 << 30);
  }

  @Override
  public byte[] input(int task) {
    return new byte[input];
  }

  @Override
  public byte[] compute(int task, byte[] bytes) {
    return new byte[output];
  }
}
