package io.strait.program.file;

import io.strait.kind.code.TaskCode;
import org.jspecify.annotations.Nullable;

/**
 * A calculation of a program: a diagonal element of the resource matrix.
 *
 * @param seconds how long it takes on the reference machine, alone (RTEX)
 * @param cpu the share of that time in which it computes rather than waits for a device (CPU%)
 * @param late whether nobody waits for it: its data are used as they come
 * @param split whether it may be cut among several hosts, each doing a share of every unit
 * @param stream whether it works on its input as it comes and hands on its output as it goes; if
 *     not, it waits for all input and its output is there at the end
 * @param every how often it is done
 * @param run its code, where it has some of its own
 */
public record Calculation(
    String name,
    double seconds,
    double cpu,
    boolean late,
    boolean split,
    boolean stream,
    Every every,
    @Nullable TaskCode run) {

  /** Seconds of CPU on the reference machine: porting (3). */
  public double cpuSeconds() {
    return seconds * cpu;
  }

  /** Seconds of waiting on the reference machine: porting (4). */
  public double waitSeconds() {
    return seconds - cpuSeconds();
  }
}
