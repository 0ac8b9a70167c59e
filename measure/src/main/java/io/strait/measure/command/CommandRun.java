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

  /**
   * The seconds that it would have taken with a core to itself: less those in which it waited for
   * one, where the kernel tells them and it did not compute on several at once.
   */
  public double aloneSeconds() {
    return queueSeconds > 0 && cpuSeconds < seconds
        ? Math.max(cpuSeconds, seconds - queueSeconds)
        : seconds;
  }

  /** CPU time over the time alone; more than 1 if several cores compute. */
  public double cpu() {
    return cpuSeconds / aloneSeconds();
  }

  /** Seconds in which it waited for devices and other programs: porting (4). */
  public double waitSeconds() {
    return Math.max(0, aloneSeconds() - cpuSeconds);
  }
}
