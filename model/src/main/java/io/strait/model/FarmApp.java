package io.strait.model;

import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Work;
import org.jspecify.annotations.Nullable;

/**
 * A task farm: many independent tasks, a master that hands them out and takes the results.
 *
 * @param input bytes to the worker, per task
 * @param output bytes back, per task
 * @param work per task, for hosts that give a speed
 * @param masterWork of the master, per task
 */
public record FarmApp(
    String name,
    long tasks,
    Bytes input,
    Bytes output,
    Reduction reduce,
    @Nullable Work work,
    @Nullable Work masterWork,
    @Nullable TaskCode run)
    implements App {}
