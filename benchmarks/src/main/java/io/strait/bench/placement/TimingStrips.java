package io.strait.bench.placement;

import io.strait.run.task.Farm;
import io.strait.run.task.Settings;
import java.util.SplittableRandom;

/**
 * Strips as large as those of POV-Ray, which renders none of them: random bytes, for measuring how
 * long a farm takes whose hosts are emulated anyway.
 */
public final class TimingStrips implements Farm {
  private int tasks = 1;
  private int width;
  private int height;

  @Override
  public void begin(Settings settings) {
    tasks = settings.tasks();
    width = settings.whole("width", 1, 1, 20_000);
    height = settings.whole("height", 1, 1, 20_000);
  }

  @Override
  public byte[] compute(int task, byte[] input) {
    var strip = new byte[3 * width * (height / tasks)];
    new SplittableRandom(task).nextBytes(strip);
    return strip;
  }
}
