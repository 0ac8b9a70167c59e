package io.strait.cli.series;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.measure.outlook.GridOutlook;
import io.strait.measure.outlook.GridPlaces;
import io.strait.model.App;
import io.strait.model.text.Tree;
import io.strait.view.Console;
import io.strait.view.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A planning that also shows the forecasts that it goes by.
 *
 * @param planning plans and shows the rest
 * @param hasIntervals whether it promises intervals
 */
record ForecastPlanning<A extends App, P>(
    Planning<A, P> planning, GridOutlook outlook, boolean hasIntervals) implements Planning<A, P> {
  private ForecastTable table() {
    return new ForecastTable(new GridPlaces(outlook.grid()), outlook.forecasts(), true);
  }

  @Override
  public P plan(Inputs<A> inputs) {
    return planning.plan(inputs);
  }

  @Override
  public double seconds(P plan) {
    return planning.seconds(plan);
  }

  @Override
  public Map<String, String> parts(Inputs<A> inputs, P plan) {
    return planning.parts(inputs, plan);
  }

  @Override
  public String verdict(P plan) {
    return planning.verdict(plan);
  }

  @Override
  public String text(Inputs<A> inputs, P plan, Style style) {
    return planning.text(inputs, plan, style)
        + "\nPlanned with forecasts instead of the grid file's values"
        + (hasIntervals ? ":\n\n" : "; plans of this kind give no interval:\n\n")
        + table().text(style);
  }

  @Override
  public Tree json(Inputs<A> inputs, P plan) {
    return planning.json(inputs, plan).put("series", table().json());
  }

  @Override
  public String comparison(P old, P now, Style style) {
    return planning.comparison(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<P>> points, Style style) {
    return planning.text(sweep, points, style);
  }

  @Override
  public void point(Tree tree, P plan) {
    planning.point(tree, plan);
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<P>> points) throws IOException {
    return planning.draw(file, sweep, points);
  }

  @Override
  public byte[] draw(Path file, Inputs<A> inputs, P plan) throws IOException {
    return planning.draw(file, inputs, plan);
  }

  @Override
  public boolean drawsPlans() {
    return planning.drawsPlans();
  }

  @Override
  public void checkOptions() {
    planning.checkOptions();
  }

  @Override
  public void checkSweep() {
    planning.checkSweep();
  }

  @Override
  public void write(Inputs<A> inputs, P plan, Console console) throws IOException {
    planning.write(inputs, plan, console);
  }
}
