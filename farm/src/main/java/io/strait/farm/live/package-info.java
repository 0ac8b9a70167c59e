/**
 * A farm that is watched while it runs: {@link io.strait.farm.live.LiveFarm} follows the events in
 * its folder ({@code LiveEvents}), {@code LiveNodes} keeps what everybody has done, {@code
 * Rehearsed} what rehearsals had expected, and {@code FarmView} says how it stands.
 *
 * <p>Must not know: the master, which is not asked.
 */
@NullMarked
package io.strait.farm.live;

import org.jspecify.annotations.NullMarked;
