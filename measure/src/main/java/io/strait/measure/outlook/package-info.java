/**
 * A grid as its series make us expect it.
 *
 * <p>{@link io.strait.measure.outlook.SeriesForecast} is what one series will do over a time
 * ({@link io.strait.measure.outlook.FewValues} keeps its interval wide while there are few values),
 * {@link io.strait.measure.outlook.GridPlaces} finds what a series belongs to, {@link
 * io.strait.measure.outlook.GridValues} puts values into a grid, and {@link
 * io.strait.measure.outlook.GridOutlook} is all of it: the grid with its forecasts, and grids drawn
 * from what the forecasts leave open.
 *
 * <p>Must not know: kinds of application, plans.
 */
@NullMarked
package io.strait.measure.outlook;

import org.jspecify.annotations.NullMarked;
