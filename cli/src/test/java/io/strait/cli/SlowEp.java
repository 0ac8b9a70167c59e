package io.strait.cli;

import io.strait.apps.Ep;
import io.strait.farm.task.Farm;
import io.strait.kind.code.Settings;

/** The kernel EP as user code that travels to sites, so slow that all of them get some of it. */
public final class SlowEp implements Farm {
  private final Ep ep = new Ep();

  @Override
  public void begin(Settings settings) {
    ep.begin(settings);
  }

  @Override
  public byte[] input(int task) {
    return ep.input(task);
  }

  @Override
  public byte[] compute(int task, byte[] input) throws InterruptedException {
    Thread.sleep(100);
    return ep.compute(task, input);
  }
}
