package io.strait.program.file;

import java.util.List;

/**
 * What could be done with a program, and what is best.
 *
 * @param unit what is counted, in the plural
 * @param best the name of a candidate
 * @param curve the rate over the number of machines
 */
public record ProgramPlan(
    String unit,
    String best,
    List<Candidate> candidates,
    List<CurvePoint> curve,
    List<String> notes) {
  /** The candidate that changes nothing. */
  public static final String STAY = "stay";

  public ProgramPlan {
    candidates = List.copyOf(candidates);
    curve = List.copyOf(curve);
    notes = List.copyOf(notes);
  }

  /** A part of a calculation on a host. */
  public record PlacedPart(String calculation, String host, double share) {}

  /** How busy the CPU of a host is. */
  public record HostUse(String host, double cpu) {}

  /**
   * One way to run the program.
   *
   * @param isHere whether the grid has what it needs, so that it can be run
   * @param isSerial whether it is the program as it was measured, on one machine
   * @param slices time slices, where there are some
   * @param rate units per second: as simulated where it was rehearsed, else by the laws
   * @param lawRate units per second by the laws, which know nothing of waiting for each other
   * @param isRehearsed whether rate and times were simulated
   * @param unitSeconds from the beginning of a unit to its end
   * @param timeSeconds for all units of the app
   * @param rateBound no placement on these machines has a higher rate; NaN if that is not known
   * @param isBest whether that was proven of this placement
   * @param price of its hosts per hour
   */
  public record Candidate(
      String name,
      boolean isHere,
      boolean isSerial,
      List<PlacedPart> parts,
      List<List<String>> slices,
      double rate,
      double lawRate,
      boolean isRehearsed,
      double unitSeconds,
      double timeSeconds,
      double rateBound,
      boolean isBest,
      String boundBy,
      List<HostUse> hosts,
      double price) {
    /** A run is brief if it takes so many times what its units take at full rate. */
    private static final double BRIEF = 1.05;

    public Candidate {
      parts = List.copyOf(parts);
      slices = slices.stream().map(List::copyOf).toList();
      hosts = List.copyOf(hosts);
    }

    /**
     * Whether so many units are over before filling and emptying no longer count: then what a run
     * promises is the time of all of them.
     */
    public boolean isBrief(long units) {
      return units == 1 || timeSeconds * rate > BRIEF * units;
    }

    /** The seconds that a run of so many units promises for each. */
    public double secondsPerUnit(long units) {
      return isBrief(units) ? timeSeconds / units : 1 / rate;
    }

    /** What a run of it costs. */
    public double cost() {
      return price * timeSeconds / 3600;
    }
  }

  /**
   * The best on so many machines.
   *
   * @param isHere whether the grid has so many
   * @param rate as that of a candidate
   * @param lawRate likewise
   */
  public record CurvePoint(
      int machines, boolean isHere, double rate, double lawRate, String boundBy) {}

  public Candidate of(String name) {
    for (var candidate : candidates) {
      if (candidate.name().equals(name)) {
        return candidate;
      }
    }
    throw new IllegalArgumentException("no candidate " + name);
  }

  /** The best candidate. */
  public Candidate result() {
    return of(best);
  }

  /** The program where it is. */
  public Candidate stay() {
    return of(STAY);
  }

  /** How many times faster than today a candidate is. */
  public double gain(Candidate candidate) {
    return candidate.rate() / stay().rate();
  }
}
