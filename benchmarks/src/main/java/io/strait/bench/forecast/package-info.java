/**
 * Forecasting real series: {@link io.strait.bench.forecast.ForecastBench} compares the forecasters
 * of the battery with choosing among them and with mixing them. {@link
 * io.strait.bench.forecast.Score} is what one series gave. {@link
 * io.strait.bench.forecast.PromiseBench} plans farms with forecasts and without; a {@link
 * io.strait.bench.forecast.Scenario} is one such farm.
 */
@NullMarked
package io.strait.bench.forecast;

import org.jspecify.annotations.NullMarked;
