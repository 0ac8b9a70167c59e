/**
 * How long a repetition takes under a numbering: by a law, by the simulation where that is soon
 * done, and what real networks may add.
 */
@NullMarked
package io.strait.realign.timing;

import org.jspecify.annotations.NullMarked;
