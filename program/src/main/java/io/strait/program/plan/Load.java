package io.strait.program.plan;

import io.strait.program.law.Rates;

/**
 * What a resource has to do: so many seconds for every unit, and so many in every second whatever
 * the rate is. Work that nobody waits for loads a resource but does not bind it by itself.
 */
public final class Load {
  private final String name;
  private final int card;
  private double perUnit;
  private double timed;
  private boolean isDue;

  /**
   * @param name for people: {@code the CPU of display1}
   * @param card the index of the machine whose network card it is; −1 if it is something else
   */
  Load(String name, int card) {
    this.name = name;
    this.card = card;
  }

  /**
   * @param perUnit seconds for every unit
   * @param timed seconds in every second
   * @param late whether nobody waits for it
   */
  void add(double perUnit, double timed, boolean late) {
    this.perUnit += perUnit;
    this.timed += timed;
    isDue |= !late && perUnit > 0;
  }

  public String name() {
    return name;
  }

  /** The index of the machine whose network card it is; −1 if it is something else. */
  public int card() {
    return card;
  }

  public double perUnit() {
    return perUnit;
  }

  public double timed() {
    return timed;
  }

  /** The units per second that fill it; infinite if it does nothing that anybody waits for. */
  public double rate() {
    return isDue ? Rates.filling(timed, perUnit) : Double.POSITIVE_INFINITY;
  }

  /** How busy it is at a rate: 1 is all the time. */
  public double use(double rate) {
    return timed + rate * perUnit;
  }
}
