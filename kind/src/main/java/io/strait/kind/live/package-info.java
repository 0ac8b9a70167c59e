/**
 * A run as it is watched: {@link io.strait.kind.live.LiveRun} takes in what a run leaves in its
 * folder, {@link io.strait.kind.live.LiveView} is how it stands at a moment, {@link
 * io.strait.kind.live.WorkerMap} all workers at a glance, {@link io.strait.kind.live.Pace} when it
 * will end.
 *
 * <p>Must not know: who watches.
 */
@NullMarked
package io.strait.kind.live;

import org.jspecify.annotations.NullMarked;
