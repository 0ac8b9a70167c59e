/**
 * Commands of users as processes: {@link io.strait.kind.process.Sessions} starts them and ends them
 * with all that they have started, {@code Spawner} calls the system for that where it can, and
 * {@link io.strait.kind.process.Captured} reads what they print.
 *
 * <p>Must not know: any one kind, what the processes compute.
 */
@NullMarked
package io.strait.kind.process;

import org.jspecify.annotations.NullMarked;
