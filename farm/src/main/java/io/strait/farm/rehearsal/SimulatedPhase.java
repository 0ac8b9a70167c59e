package io.strait.farm.rehearsal;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.outcome.Figures;
import io.strait.farm.outcome.Finding;
import io.strait.farm.outcome.PhaseFigures;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.simulate.FarmOutcome;
import io.strait.kind.file.Inputs;
import io.strait.kind.report.Promise;
import io.strait.simulate.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** One phase of a plan, simulated once or several times with different seeds. */
public record SimulatedPhase(Rehearsal rehearsal, List<Rehearsal.Result> runs, long tasks) {

  /** Simulates a phase with as many seeds as asked for, in parallel. */
  public static SimulatedPhase of(
      Inputs<FarmApp> inputs,
      FarmPlan plan,
      PhasePlan phase,
      RehearsalSettings settings,
      int runs) {
    var app = inputs.app();
    var rehearsals =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                i ->
                    new Rehearsal(
                        inputs.grid(), app, plan, phase, settings.withSeed(settings.seed() + i)))
            .toList();
    var results = rehearsals.parallelStream().map(r -> r.run(null)).toList();
    return new SimulatedPhase(rehearsals.getFirst(), results, plan.tasks());
  }

  PhaseFigures figures() {
    return PhaseFigures.of(phase(), finding(), Finding.NONE, Double.NaN, Double.NaN);
  }

  PhasePlan phase() {
    return rehearsal.phase();
  }

  Sample sample(ToDoubleFunction<Rehearsal.Result> value) {
    return Sample.of(runs.stream().mapToDouble(value).toArray());
  }

  Sample makespan() {
    return sample(Rehearsal.Result::makespan);
  }

  double seconds() {
    return makespan().mean();
  }

  public Finding finding() {
    double rate = tasks / seconds();
    var total = phase().total();
    var clusters = new HashMap<String, Figures>();
    for (var cluster : phase().clusters()) {
      double share = sample(r -> r.rate(cluster.name()) * r.makespan()).mean() / seconds();
      clusters.put(cluster.name(), figures(share, share, cluster.availableRate()));
    }
    return new Finding(seconds(), figures(rate, rate(), total.availableRate()), clusters);
  }

  private Figures figures(double rate, double forSpeedup, double available) {
    return new Figures(rate, runs.getFirst().speedup(forSpeedup), rate / available);
  }

  /** Tasks per second, over the mean time of the runs. */
  private double rate() {
    return sample(r -> r.rate() * r.makespan()).mean() / seconds();
  }

  /** The interval follows from that of the time. */
  Sample speedup() {
    double speedup = runs.getFirst().speedup(rate());
    return new Sample(speedup, speedup * makespan().halfWidth() / seconds());
  }

  /** What the plan promises beside what the rehearsal takes. */
  Promise promise() {
    return new Promise(phase().total().promised(), seconds(), seconds());
  }

  double precision() {
    return promise().precision();
  }

  double idle(int worker) {
    return sample(r -> r.idle(worker)).mean();
  }

  /** A network or the master, over all runs. */
  record Resource(
      String name, double utilisation, double meanWait, double meanQueue, double messages) {}

  /** All networks that carried something, and the master. */
  List<Resource> resources() {
    var resources = new ArrayList<Resource>();
    int clusters = rehearsal.clusters().size();
    for (int c = 0; c < clusters; c++) {
      add(resources, "LAN " + rehearsal.clusters().get(c), FarmOutcome.lan(c, 0));
    }
    for (int g = 0; g < rehearsal.gapCount(); g++) {
      add(resources, "gap " + rehearsal.gapName(g), FarmOutcome.gap(clusters, g, 0));
    }
    resources.add(resource("master", r -> r.outcome().master()));
    return resources;
  }

  /** Both directions of a network; half duplex has one server only. */
  private void add(List<Resource> resources, String name, int server) {
    boolean full = runs.getFirst().outcome().networks()[server + 1].messages() > 0;
    for (int direction = 0; direction < (full ? 2 : 1); direction++) {
      int at = server + direction;
      var suffix = !full ? "" : direction == 0 ? " (tasks)" : " (results)";
      var resource = resource(name + suffix, r -> r.outcome().networks()[at]);
      if (resource.messages > 0) {
        resources.add(resource);
      }
    }
  }

  private Resource resource(
      String name, java.util.function.Function<Rehearsal.Result, FarmOutcome.Use> use) {
    return new Resource(
        name,
        sample(r -> use.apply(r).busy() / r.makespan()).mean(),
        sample(
                r ->
                    use.apply(r).messages() == 0
                        ? 0
                        : use.apply(r).waited() / use.apply(r).messages())
            .mean(),
        sample(r -> use.apply(r).waited() / r.makespan()).mean(),
        sample(r -> use.apply(r).messages()).mean());
  }
}
