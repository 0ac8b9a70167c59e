package io.strait.farm.measure;

import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.transport.Folders;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds what a task costs this machine, in seconds of a processor, before a run is emulated. A
 * class computes tasks with all processors until they get no cheaper: what makes its first tasks
 * late, loading and compiling, then happens before time counts. Of other code one task is computed.
 */
public final class TaskCost {
  /** Seconds that all of it may take. */
  private static final double MOST = 2.5;

  /** Seconds that a round of short tasks takes. */
  private static final double ROUND = 0.1;

  /** Tasks are as cheap as they get when so many rounds in a row did not help. */
  private static final int ROUNDS = 3;

  /** A round helps if it makes tasks so many times as cheap. */
  private static final double HELPS = 0.95;

  private final TaskSpec spec;
  private final TaskRunner runner;
  private final ExecutorService threads;
  private final int processors;
  private final long end = System.nanoTime() + (long) (1e9 * MOST);
  private final AtomicInteger next = new AtomicInteger();

  private TaskCost(TaskSpec spec, TaskRunner runner, ExecutorService threads, int processors) {
    this.spec = spec;
    this.runner = runner;
    this.threads = threads;
    this.processors = processors;
  }

  /** Seconds of a processor per task; 0 if that cannot be found, for whatever reason. */
  public static double seconds(TaskSpec spec) throws IOException {
    var scratch = Files.createTempDirectory("strait-cost");
    int processors = Runtime.getRuntime().availableProcessors();
    var threads =
        Executors.newFixedThreadPool(
            processors, Thread.ofPlatform().daemon().name("cost-", 0).factory());
    try (var runner = EmbeddedNodes.runner(spec, processors, scratch)) {
      var cost = new TaskCost(spec, runner, threads, processors);
      return spec.code() instanceof TaskCode.JavaClass ? cost.settled() : cost.one();
    } catch (ExecutionException | CancellationException | IllegalArgumentException e) {
      return 0; // what fails here fails again when it counts
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      threads.shutdownNow();
      Folders.delete(scratch);
    }
  }

  /** The cost of a class's tasks once they get no cheaper. */
  private double settled() throws InterruptedException, ExecutionException {
    var all = Collections.<Callable<Double>>nCopies(processors, this::processorSeconds);
    double least = mean(all);
    for (int without = 0; without < ROUNDS && System.nanoTime() < end; without++) {
      double cost = mean(all);
      if (cost < HELPS * least) {
        without = -1;
      }
      least = Math.min(least, cost);
    }
    return least;
  }

  private double one() throws InterruptedException, ExecutionException {
    return mean(Collections.singletonList(this::elapsedSeconds));
  }

  private double mean(List<Callable<Double>> each) throws InterruptedException, ExecutionException {
    double sum = 0;
    for (var found : threads.invokeAll(each, (long) (1e9 * MOST), TimeUnit.NANOSECONDS)) {
      sum += found.get();
    }
    return sum / each.size();
  }

  private double processorSeconds() throws TaskFailure, InterruptedException {
    var clock = ManagementFactory.getThreadMXBean();
    long until = System.nanoTime() + (long) (1e9 * ROUND);
    long began = clock.getCurrentThreadCpuTime();
    int tasks = 0;
    do {
      compute();
      tasks++;
    } while (System.nanoTime() < until);
    return Math.max(1, clock.getCurrentThreadCpuTime() - began) * 1e-9 / tasks;
  }

  private double elapsedSeconds() throws TaskFailure, InterruptedException {
    long began = System.nanoTime();
    compute();
    return (System.nanoTime() - began) * 1e-9;
  }

  /** Tasks from everywhere, for the later ones may take longer. */
  private void compute() throws TaskFailure, InterruptedException {
    int task = (int) (next.getAndIncrement() * 7919L % spec.tasks());
    runner.run(task, 1, spec.input(task));
  }
}
