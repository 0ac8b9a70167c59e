/**
 * What a farm must not forget when a node dies: which tasks are done and what their parts are
 * ({@link io.strait.farm.journal.Journal}), checkpoints of it, and which children have joined
 * ({@link io.strait.farm.journal.Members}).
 *
 * <p>Must not know: files (records go to a {@code Disk}), links, real time.
 */
@NullMarked
package io.strait.farm.journal;

import org.jspecify.annotations.NullMarked;
