package io.strait.measure.command;

/**
 * What one run of a command took.
 *
 * @param seconds wall-clock time
 * @param cpuSeconds of all processes, in user mode and in the kernel
 * @param queueSeconds how long its first thread could have used a core that other programs had; NaN
 *     if the kernel does not say. Its other threads and processes may have lost more
 * @param read bytes of all read calls; NaN if the kernel does not say
 * @param written bytes of all write calls; NaN if the kernel does not say
 * @param diskRead bytes that came from disks; NaN if the kernel does not say
 * @param diskWritten bytes that will go to disks; NaN if the kernel does not say
 * @param input bytes of standard input that were read; NaN if it had none
 * @param output bytes of standard output; NaN if they were thrown away
 * @param memory the most bytes of memory that one of its processes had
 */
public record CommandRun(
    double seconds,
    double cpuSeconds,
    double queueSeconds,
    double read,
    double written,
    double diskRead,
    double diskWritten,
    double input,
    double output,
    double memory) {

  /** CPU time over run time; more than 1 if several cores compute. */
  public double cpu() {
    return cpuSeconds / seconds;
  }

  /** Seconds in which nothing was computed: porting (4). */
  public double waitSeconds() {
    return Math.max(0, seconds - cpuSeconds);
  }
}
