package io.strait.bench.placement;

import io.strait.bench.placement.Testbed.Setup;
import io.strait.farm.file.Reduction;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmEmulation;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.FarmResults;
import io.strait.farm.run.FarmRun;
import io.strait.farm.run.Topology;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.run.RunFolder;
import io.strait.transport.Folders;
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
  private final byte[] expected;
  private final double alone;

  /**
   * What a run took.
   *
   * @param seconds by the clock of the emulated machines
   * @param trouble what was wrong with the emulation; empty if nothing was
   */
  record Measured(double seconds, String trouble) {}

  /** Computes all without a farm and as one task first, to know what the results must be. */
  RealRun(Testbed testbed) throws IOException, InterruptedException {
    spec = testbed.spec();
    combined = testbed.app().reduce() != Reduction.NONE;
    var whole = testbed.asOneTask().spec();
    var scratch = Files.createTempDirectory("strait-placement-");
    long began = System.nanoTime();
    try (var runner = EmbeddedNodes.runner(whole, 1, scratch)) {
      expected = runner.run(0, 1, whole.input(0));
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

  /** What one task that does all takes on this machine. */
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
    var settings = ProtocolSettings.DEFAULT;
    var rehearsal = setup.rehearsal();
    try (var log = FarmLog.people(line -> System.err.println("placement: " + line), false);
        var emulation = new FarmEmulation(rehearsal, scale);
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
            new EmbeddedNodes(
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
    int at = 0;
    for (int task = 0; task < spec.tasks(); task++) {
      var part = results.of(task);
      if (!Arrays.equals(part, 0, part.length, expected, at, at + part.length)) {
        throw new IOException("the result of task %d is wrong".formatted(task));
      }
      at += part.length;
    }
    if (at != expected.length) {
      throw new IOException("%d bytes of results, expected %d".formatted(at, expected.length));
    }
  }
}
