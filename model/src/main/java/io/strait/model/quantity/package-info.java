/**
 * Quantities: numbers with a unit.
 *
 * <p>Each quantity is a record around one double in a fixed base unit (bytes, bytes per second,
 * tasks per second, flop, flop per second, money per hour, a fraction of one) that reads and prints
 * itself as text with a unit, such as {@code 21.0 KiB/s}. {@link io.strait.model.quantity.Amount}
 * is such a text; {@link io.strait.model.quantity.Unit} holds the table of units. Durations are
 * {@link java.time.Duration}s; {@link io.strait.model.quantity.Durations} reads and prints them.
 *
 * <p>Must not know: files, grids or applications.
 */
@NullMarked
package io.strait.model.quantity;

import org.jspecify.annotations.NullMarked;
