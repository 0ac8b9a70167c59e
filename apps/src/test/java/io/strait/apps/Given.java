package io.strait.apps;

import io.strait.farm.task.Results;
import java.nio.file.Path;
import java.util.List;

/** Results as a finished farm would give them. */
record Given(int tasks, byte[] total, List<byte[]> single, Path folder) implements Results {
  @Override
  public byte[] of(int task) {
    return single.get(task);
  }

  @Override
  public boolean failed(int task) {
    return false;
  }
}
