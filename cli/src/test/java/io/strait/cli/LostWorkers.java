package io.strait.cli;

import io.strait.farm.task.Farm;
import io.strait.kind.code.Settings;

/** A farm that begins wherever it is asked to, except where workers l1, r1 … are. */
public final class LostWorkers implements Farm {
  @Override
  public void begin(Settings settings) {
    if (Thread.currentThread().getName().matches("[lr]\\d")) {
      throw new OutOfMemoryError("no room for a table");
    }
  }

  @Override
  public byte[] compute(int task, byte[] input) {
    return input;
  }
}
