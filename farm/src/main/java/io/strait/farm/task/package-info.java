/**
 * What a task is to a worker and what its results are to the run: {@link io.strait.farm.task.Farm}
 * is what users write, {@link io.strait.farm.task.TaskSpec} what the master tells workers about it,
 * {@link io.strait.farm.task.TaskRunner} computes tasks, {@link io.strait.farm.task.Reducer} adds
 * results up.
 *
 * <p>Runners: {@code ClassRunner}, {@code CommandRunner} and {@code ResidentRunner}, the last two
 * on {@code Scratch} (folders) and on {@link io.strait.kind.process} (processes and what they
 * print). Reducers: {@code ExactSum}, {@code WholeSum}, {@code ExtremeReducer}, {@code OwnReducer}.
 * Bytes from elsewhere are read by {@code TaskSpecCodec}, {@code ExactSumReader}, {@code Frames}
 * and {@code PackedReader}, whose comments specify the formats; they trust nothing.
 *
 * <p>Must not know: the protocol, links, and who hands out tasks.
 */
@NullMarked
package io.strait.farm.task;

import org.jspecify.annotations.NullMarked;
