/**
 * Gantt pictures of a {@link io.strait.view.trace.Recording}, as SVG or PNG.
 *
 * <p>A kind of application describes its picture as a {@link Gantt}: a title and a line below it,
 * groups of members that do the work, such as the hosts of clusters, and sections of further lines,
 * such as links. A row names lanes by their numbers in the recording. Then it calls {@link
 * GanttPlot#write}. Colours, legend and halves of lines come from the {@link
 * io.strait.view.trace.State}s.
 *
 * <p>The layout chooses what can be seen: a line per lane or a band per group, the busiest lines of
 * a section, shades where records are narrower than pixels. The size of a picture therefore does
 * not grow with the number of records. {@link GanttPage}, {@link GanttColors} and {@link GanttInks}
 * draw and are open to other pictures.
 *
 * <p>Nothing here knows what a kind computes; every word about it comes from the {@code Gantt}.
 */
@NullMarked
package io.strait.view.gantt;

import org.jspecify.annotations.NullMarked;
