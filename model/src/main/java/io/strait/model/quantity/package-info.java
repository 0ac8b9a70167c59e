/**
 * Quantities: numbers that know their unit.
 *
 * <p>Each quantity is a record around one double in a fixed base unit (bytes, bytes per second,
 * tasks per second, flop, flop per second, money per hour, a fraction of one) that reads and prints
 * itself as text with a unit, such as {@code 21.0 KiB/s}. {@link io.strait.model.quantity.Unit} is
 * the table of units. Durations are {@link java.time.Duration}s and are read and printed by {@link
 * io.strait.model.quantity.Durations}.
 *
 * <p>Must not know: files, grids or applications.
 */
@NullMarked
package io.strait.model.quantity;

import org.jspecify.annotations.NullMarked;
