package io.strait.model;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Fraction;
import org.jspecify.annotations.Nullable;

/**
 * What a host has besides its CPU.
 *
 * @param speed of its disks and other devices (PERSPEED in paper porting), which only counts in
 *     comparison with another host; null if the file does not say
 * @param cards its network cards
 * @param cardsTime the time that a transfer takes with all cards, as a share of the time with one;
 *     null if it is divided among them
 */
public record Peripherals(@Nullable Bandwidth speed, int cards, @Nullable Fraction cardsTime) {
  /** One card, and devices of unknown speed. */
  public static final Peripherals PLAIN = new Peripherals(null, 1, null);
}
