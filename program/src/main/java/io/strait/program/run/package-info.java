/**
 * Programs at work: a data flow that is carried out for real.
 *
 * <p>{@link io.strait.program.run.Program} is the face for user code.
 *
 * <p>A rank has a thread for each of its parts, which does unit after unit. A whole unit ({@code
 * WholeUnit}) waits for all input and sends its output at the end. A unit that streams ({@code
 * StreamUnit}) is fed piece by piece ({@code Feed}) and sends piece by piece ({@code PieceSender}).
 * On an emulated machine a second thread ({@code StreamPace}) says when pieces go in and out, as
 * the package comment of {@code io.strait.program.simulate} has it; without emulation they go at
 * once.
 *
 * <p>What bounds memory: at most {@code FlowSimulation.AHEAD} units are under way on a channel
 * ({@code Credit}), and where both ends stream, a few pieces ({@code Window}). A receiver with
 * several inputs has no window: it may read one input to its end before the next, and a sender of
 * both must not wait for the second meanwhile. A sender that waits for a window waits for a
 * receiver that reads this channel alone; that one reads unless it waits for a window of its own.
 * As the data flow has no cycle, somebody always goes on.
 */
@NullMarked
package io.strait.program.run;

import org.jspecify.annotations.NullMarked;
