/**
 * What a task is to a worker and what its results are to the run: {@link io.strait.run.task.Farm}
 * is what users write, {@link io.strait.run.task.TaskRunner} computes tasks, {@link
 * io.strait.run.task.Reducer} adds results up.
 *
 * <p>Must not know: the protocol, links, and who hands out tasks.
 */
@NullMarked
package io.strait.run.task;

import org.jspecify.annotations.NullMarked;
