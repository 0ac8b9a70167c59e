package io.strait.farm.trace;

import io.strait.farm.simulate.FarmModel;
import io.strait.farm.simulate.FarmOutcome;
import io.strait.farm.simulate.FarmSimulation;
import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.view.trace.Recording;
import io.strait.view.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Farms that were simulated and recorded. */
record Farms(FarmOutcome outcome, FarmTrace trace) {
  Recording recording() {
    return trace.recording();
  }

  /** Writes a trace and reads it back. */
  byte[] written(Path file) throws IOException {
    TraceFile.write(file, "strait simulate", recording(), new FarmLanes(trace).lanes());
    return Files.readAllBytes(file);
  }

  /** Three workers in two clusters, the last with two cores; 12 tasks. */
  static Farms small() {
    var model = new FarmModel(2, 0, 12, new int[] {0, 0, 1}, new double[] {3, 4, 2});
    model.volumes(1e6, 5e5).lan(0, 1e7, 1e-3, true).cores(2, 2).masterSeconds(0.1);
    model.route(1, model.addGap(1e6, 0.1, false));
    return run(model, clusters(2), new int[] {0, 0, 1}, new int[] {1, 1, 2});
  }

  /** As {@link #small}, and hosts fail. */
  static Farms failing() {
    var model = new FarmModel(2, 0, 12, new int[] {0, 0, 1}, new double[] {3, 4, 2});
    model.volumes(1e6, 5e5).lan(0, 1e7, 1e-3, false).cores(2, 2).prefetch(2);
    model.route(1, model.addGap(1e6, 0.1, true));
    model.lease(0.5).hostDown(0, new Intervals(new double[] {2, 6.5}, new double[] {4, 7}));
    model.lease(0.5).hostDown(2, new Intervals(new double[] {5}, new double[] {6}));
    return run(model, clusters(2), new int[] {0, 0, 1}, new int[] {1, 1, 2});
  }

  /** Any number of clusters of workers that are alike, around the first. */
  static Farms large(int clusters, int workers, int tasks) {
    var clusterOf = IntStream.range(0, workers).map(w -> w % clusters).toArray();
    var seconds = new double[workers];
    Arrays.setAll(seconds, w -> 100 + w % 17);
    var model = new FarmModel(clusters, 0, tasks, clusterOf, seconds);
    model.volumes(1e5, 1e5).masterSeconds(0.01).prefetch(1);
    model.work(new ServiceDistribution.Exponential(), 3);
    for (int c = 0; c < clusters; c++) {
      model.lan(c, 1e8, 1e-3, c % 2 == 0);
      if (c > 0) {
        model.route(c, model.addGap(1e6, 0.05, c % 2 == 0));
      }
    }
    var cores = new int[workers];
    Arrays.fill(cores, 1);
    return run(model, clusters(clusters), clusterOf, cores);
  }

  private static List<String> clusters(int count) {
    return IntStream.range(0, count).mapToObj(c -> "cluster" + c).toList();
  }

  private static Farms run(FarmModel model, List<String> clusters, int[] clusterOf, int[] cores) {
    var workers = IntStream.range(0, clusterOf.length).mapToObj(w -> "w" + w).toList();
    var gaps = clusters.stream().skip(1).map(c -> clusters.getFirst() + "-" + c).toList();
    var trace =
        new FarmTrace(new TraceNames(clusters, 0, "front", workers, clusterOf, cores, gaps));
    return new Farms(FarmSimulation.run(model, trace), trace);
  }
}
