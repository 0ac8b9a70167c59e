package io.strait.model.law;

import java.util.Collection;

/**
 * An element of the resource matrix of paper porting (figure 2): a calculation, a send or a
 * receive.
 *
 * @param seconds its run time (RTEX)
 * @param cpu the share of that time in which it computes (CPU%)
 */
public record Element(double seconds, double cpu) {
  public static final Element NOTHING = new Element(0, 1);

  /** porting (3): {@code CPUS = RTEX * CPU%}. */
  public double cpuSeconds() {
    return seconds * cpu;
  }

  /** porting (4): {@code RTEX = CPUS + WAITSEC}. */
  public double waitSeconds() {
    return seconds - cpuSeconds();
  }

  /** Several elements one after the other: porting (1) and (2). */
  public static Element sum(Collection<Element> elements) {
    double seconds = 0;
    double cpuSeconds = 0;
    for (var element : elements) {
      seconds += element.seconds;
      cpuSeconds += element.cpuSeconds();
    }
    return of(cpuSeconds, seconds - cpuSeconds);
  }

  /** An element of so many seconds of computing and of waiting. */
  public static Element of(double cpuSeconds, double waitSeconds) {
    double seconds = cpuSeconds + waitSeconds;
    return seconds > 0 ? new Element(seconds, cpuSeconds / seconds) : NOTHING;
  }

  /**
   * The element on another machine: porting (5) to (8).
   *
   * @param cpuSpeed the other machine's CPU speed as a multiple of this one's
   * @param peripheralSpeed likewise of its peripherals
   */
  public Element on(double cpuSpeed, double peripheralSpeed) {
    return of(cpuSeconds() / cpuSpeed, waitSeconds() / peripheralSpeed);
  }
}
