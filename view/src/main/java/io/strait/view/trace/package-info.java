/**
 * What ran when, recorded and written as a trace for other programs.
 *
 * <p>A {@link Recording} holds records: a {@link State} of a lane from one second to another, with
 * a number. A lane is whatever does one thing at a time: a core, a direction of a link. Adding a
 * record allocates nothing but a block now and then, so a simulation may do it as it goes. {@link
 * Lanes} says afterwards what the lanes are called and which groups they are in. {@link TraceFile}
 * writes both in the Trace Event Format for Perfetto or as a Pajé trace.
 *
 * <p>A kind of application that has something to record does this:
 *
 * <ol>
 *   <li>It lists its states, numbered from zero, each with a name and a colour of {@link Palette}.
 *       {@link State.Form} says how a Gantt picture draws it; a mark takes no time.
 *   <li>It numbers its lanes as it likes, from zero without large holes, and adds records to a
 *       {@code Recording} of the states.
 *   <li>It lists the types of its groups and lanes ({@link LaneType}) from the outside to the
 *       inside, each with its states, and fills {@code Lanes}: one outermost group, groups in it
 *       (Perfetto's processes), lanes in these (its threads). Lanes directly in the outermost group
 *       are gathered by type.
 *   <li>It hands both to {@link TraceFile#write}, and the recording to {@link io.strait.view.gantt}
 *       for a picture.
 * </ol>
 *
 * <p>Nothing here knows what a kind computes: there are lanes, groups and states, and their names
 * come from the kind.
 */
@NullMarked
package io.strait.view.trace;

import org.jspecify.annotations.NullMarked;
