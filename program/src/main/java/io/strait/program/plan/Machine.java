package io.strait.program.plan;

/**
 * A host that may do calculations.
 *
 * @param index its place among all of them
 * @param cluster the index of its cluster in the grid
 * @param cpuSpeed its CPU speed as a multiple of the reference machine's
 * @param peripheralSpeed likewise of its peripherals
 * @param available the share of its CPU that is free
 * @param cardsTime the time that a transfer takes with all its network cards, as a share of the
 *     time with one
 * @param cardsCpu likewise of the CPU seconds
 * @param price per hour; 0 if it costs nothing
 * @param mayWork whether calculations may be placed there; if not, it is only where the program was
 *     measured
 */
public record Machine(
    int index,
    String name,
    String group,
    int cluster,
    double cpuSpeed,
    double peripheralSpeed,
    int cores,
    double available,
    int cards,
    double cardsTime,
    double cardsCpu,
    double price,
    boolean mayWork) {
  /** With a network card more. */
  Machine withCard() {
    return new Machine(
        index,
        name,
        group,
        cluster,
        cpuSpeed,
        peripheralSpeed,
        cores,
        available,
        cards + 1,
        1.0 / (cards + 1),
        1,
        price,
        mayWork);
  }
}
