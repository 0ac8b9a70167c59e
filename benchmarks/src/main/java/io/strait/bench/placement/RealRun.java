package io.strait.bench.placement;

import io.strait.bench.placement.Testbed.Setup;
import io.strait.model.Reduction;
import io.strait.run.emulate.Emulation;
import io.strait.run.farm.Settings;
import io.strait.run.node.Embedded;
import io.strait.run.node.FarmResults;
import io.strait.run.node.FarmRun;
import io.strait.run.node.Folders;
import io.strait.run.node.RunFolder;
import io.strait.run.node.RunLog;
import io.strait.run.node.Topology;
import io.strait.run.task.TaskFailure;
import io.strait.run.task.TaskSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs of an app by the farm run-time, on emulated machines. */
final class RealRun {
  private static final long MOST_SECONDS = 300;

  private final TaskSpec spec;
  private final boolean combined;
  private final int[] expected;
  private final double alone;

  /**
   * What a run took.
   *
   * @param seconds by the clock of the emulated machines
   * @param trouble what was wrong with the emulation; empty if nothing was
   */
  record Measured(double seconds, String trouble) {}

  /** Computes all tasks without a farm first, to know what their results must be. */
  RealRun(Testbed testbed) throws IOException, InterruptedException {
    spec = testbed.spec();
    combined = testbed.app().reduce() != Reduction.NONE;
    expected = new int[spec.tasks()];
    var scratch = Files.createTempDirectory("strait-placement-");
    long began = System.nanoTime();
    try (var runner = Embedded.runner(spec.encode(), 1, scratch)) {
      for (int task = 0; task < expected.length; task++) {
        expected[task] = Arrays.hashCode(runner.run(task, 1, spec.input(task)));
      }
    } catch (TaskFailure e) {
      throw new IOException(e);
    } finally {
      Folders.delete(scratch);
    }
    alone = (System.nanoTime() - began) * 1e-9;
  }

  int tasks() {
    return spec.tasks();
  }

  /** What all tasks take one after the other on this machine. */
  double seconds() {
    return alone;
  }

  /**
   * Runs it and checks the results.
   *
   * @param scale how many times faster than life
   */
  Measured run(Setup setup, double scale) throws IOException, InterruptedException {
    var top = Files.createTempDirectory("strait-placement-");
    var folder = RunFolder.create(top.resolve("run")).path();
    var settings = Settings.DEFAULT;
    var rehearsal = setup.rehearsal();
    try (var log = RunLog.people(line -> System.err.println("placement: " + line), false);
        var emulation = new Emulation(rehearsal, scale);
        var farm =
            new FarmRun(
                new FarmRun.Options(
                    "placement",
                    folder,
                    null,
                    null,
                    hello -> null,
                    settings,
                    true,
                    FarmRun.Promise.of(rehearsal, scale),
                    emulation),
                setup.plan(),
                setup.phase(),
                spec,
                log);
        var crew =
            new Embedded(
                Topology.of(setup.phase(), setup.plan().masterCluster()),
                farm.inbox(),
                settings,
                log,
                folder,
                "",
                emulation)) {
      try {
        farm.ended().get(MOST_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("the run did not end: %s %s".formatted(e, crew.trouble()), e);
      }
      double seconds = farm.status().elapsed() * scale;
      check(farm.results());
      return new Measured(seconds, farm.emulationTrouble());
    } finally {
      Folders.delete(top);
    }
  }

  private void check(FarmResults results) throws IOException {
    if (combined) {
      spec.finish(results, RealRun.class.getClassLoader());
      return;
    }
    for (int task = 0; task < expected.length; task++) {
      if (results.failed(task) || Arrays.hashCode(results.of(task)) != expected[task]) {
        throw new IOException("the result of task %d is wrong".formatted(task));
      }
    }
  }
}
