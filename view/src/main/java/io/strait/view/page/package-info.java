/**
 * Pages that any browser opens without a network: numbers become figures, tables and charts.
 *
 * <p>Everything goes through {@link io.strait.view.page.Html}, which escapes texts and closes what
 * was opened. {@link io.strait.view.page.Page} begins a page; {@code Tile}, {@code Section}, {@code
 * DataTable} and {@code Fact} are its parts, {@code CurveChart}, {@code PointChart} and {@code
 * PromiseBars} its charts, {@code Show} writes numbers. Charts are stretched to the width of the
 * page and have their labels as text beside them, so that they can be read on a telephone. There
 * are no scripts, and a policy in the page forbids them.
 *
 * <p>It must not know what the numbers are of: no kind of application, no run folder.
 */
@NullMarked
package io.strait.view.page;

import org.jspecify.annotations.NullMarked;
