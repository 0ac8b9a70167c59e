/**
 * From numbers to what people see.
 *
 * <p>A command's {@link Answer} is text or JSON and goes to a {@link Console}; {@link Table} sets
 * columns, {@link Style} emphasises, {@link TextWidth} measures, {@link Numbers} writes shares and
 * speedups. {@link Progress} and {@link LiveBlock} tell on a {@link Terminal} how far long work has
 * come. {@link Picture} makes an SVG or PNG of what is painted, {@link SweepChart} is the look of
 * XY charts, {@link Png} writes large images row by row, {@link SafeFile} leaves no file half
 * written.
 *
 * <p>Pages for a browser are in {@link io.strait.view.page}, traces for other programs in {@link
 * io.strait.view.trace}, Gantt pictures in {@link io.strait.view.gantt}.
 *
 * <p>Must not know: any kind of application, run folders, options of commands. What a number is of
 * comes with it as words.
 */
@NullMarked
package io.strait.view;

import org.jspecify.annotations.NullMarked;
