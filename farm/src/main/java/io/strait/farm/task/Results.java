package io.strait.farm.task;

import java.io.IOException;
import java.nio.file.Path;

/** The results of a finished farm. */
public interface Results {
  /** The number of tasks. */
  int tasks();

  /** The combined result, where results are combined. */
  byte[] total() throws IOException;

  /** The result of one task, where results are kept one by one. */
  byte[] of(int task) throws IOException;

  /** Whether a task failed for good, so that no result holds it. */
  boolean failed(int task);

  /** The folder of the run, for files that the application wants to leave. */
  Path folder();
}
