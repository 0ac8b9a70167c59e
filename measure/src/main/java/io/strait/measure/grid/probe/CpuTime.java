package io.strait.measure.grid.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of the calling thread. */
final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
