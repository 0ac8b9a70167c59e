/**
 * Schedules of programs beside list scheduling: {@link io.strait.bench.program.ScheduleBench} runs
 * {@link io.strait.program.schedule.Scheduler} and {@link io.strait.bench.program.ListSchedule} on
 * {@link io.strait.bench.program.RandomFlows}.
 */
@NullMarked
package io.strait.bench.program;

import org.jspecify.annotations.NullMarked;
