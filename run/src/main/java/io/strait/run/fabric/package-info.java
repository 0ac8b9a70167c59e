/**
 * Ranks that exchange messages, whatever carries them: threads of one process, MPI inside a
 * cluster, streams across a gap.
 */
@NullMarked
package io.strait.run.fabric;

import org.jspecify.annotations.NullMarked;
