package io.strait.farm.measure;

import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.measure.SampleStatistics;
import io.strait.measure.ThisMachine;
import io.strait.model.quantity.Speed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Runs some tasks of an app here, one at a time, as a worker with one core would.
 *
 * <p>The tasks are spread evenly over all of the app's, for the later ones may take longer than the
 * first, and taken in no order, so that those that fit the time are spread as well. Before, a few
 * tasks are not counted: they load classes, start the resident process and fill caches. A task that
 * is long enough not to need that is counted from the start.
 */
public final class AppProbe {
  /** Uncounted tasks at most. */
  private static final int MOST_WARM_UP = 5;

  /** A task that takes this share of the time is counted, be it the first. */
  private static final double LONG = 0.1;

  /** How often the speed of a core is measured, before and after. */
  private static final int SPEEDS = 3;

  /** Bytes of results that are kept to see what they cost the master. */
  private static final long MOST_KEPT = 64L << 20;

  /** A task and what came of it. */
  record Done(int task, int input, byte[] result, double seconds) {}

  private final TaskSpec spec;
  private final Runnable step;
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> inputs = new ArrayList<>();
  private final List<Double> outputs = new ArrayList<>();
  private final List<Done> kept = new ArrayList<>();
  private long keptBytes;

  /**
   * @param step called after every task that counts
   */
  public AppProbe(TaskSpec spec, Runnable step) {
    this.spec = spec;
    this.step = step;
  }

  /**
   * Measures.
   *
   * @param mostTasks that are counted
   * @param most seconds after which no other task is begun; one is always counted
   * @param scratch for what tasks leave
   * @param journal a new folder, on the disk that results of a run would go to
   * @throws TaskFailure if a task fails; its message has the number
   */
  public AppMeasurement measure(int mostTasks, double most, Path scratch, Path journal)
      throws TaskFailure, InterruptedException, IOException {
    double before = speed();
    try (var runner = EmbeddedNodes.runner(spec, 1, scratch)) {
      var tasks = choose(spec.tasks(), mostTasks);
      boolean warm = warmUp(runner, tasks, most);
      long began = System.nanoTime();
      for (int task : warm ? tasks : tasks.subList(1, tasks.size())) {
        if (!seconds.isEmpty() && elapsed(began) + seconds.getLast() > most) {
          break;
        }
        count(run(runner, task));
      }
    }
    return new AppMeasurement(
        spread(seconds),
        spread(inputs),
        spread(outputs),
        MasterProbe.measure(spec, kept, journal),
        new Speed(Math.max(before, speed())),
        Runtime.getRuntime().availableProcessors());
  }

  /** The best of several: other programs on this machine can only make it worse. */
  private static double speed() {
    double best = 0;
    for (int i = 0; i < SPEEDS; i++) {
      best = Math.max(best, ThisMachine.speed().flopPerSecond());
    }
    return best;
  }

  /** Numbers of tasks, evenly spread over all, in no order but always the same. */
  static List<Integer> choose(int tasks, int most) {
    int count = Math.min(tasks, most);
    var chosen = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      chosen.add((int) ((2L * i + 1) * tasks / (2L * count)));
    }
    Collections.shuffle(chosen, new Random(1));
    return chosen;
  }

  /** Says whether it was no more than that; otherwise the first task counts already. */
  private boolean warmUp(TaskRunner runner, List<Integer> tasks, double most)
      throws TaskFailure, InterruptedException {
    int times = spec.code() instanceof TaskCode.Command ? 1 : MOST_WARM_UP;
    long began = System.nanoTime();
    for (int i = 0; i < times && elapsed(began) < LONG * most; i++) {
      var done = run(runner, tasks.get(i % tasks.size()));
      if (i == 0 && done.seconds >= LONG * most) {
        count(done);
        return false;
      }
    }
    return true;
  }

  private Done run(TaskRunner runner, int task) throws TaskFailure, InterruptedException {
    byte[] input;
    try {
      input = spec.input(task);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      throw new TaskFailure("the input of task %d could not be made: %s".formatted(task, e), "");
    }
    long began = System.nanoTime();
    try {
      byte[] result = runner.run(task, 1, input);
      return new Done(task, input.length, result, Math.max(1e-9, elapsed(began)));
    } catch (TaskFailure e) {
      throw new TaskFailure("task %d failed: %s".formatted(task, e.getMessage()), e.output());
    }
  }

  private void count(Done done) {
    seconds.add(done.seconds);
    inputs.add((double) done.input);
    outputs.add((double) done.result.length);
    if (kept.isEmpty() || keptBytes + done.result.length <= MOST_KEPT) {
      kept.add(done);
      keptBytes += done.result.length;
    }
    step.run();
  }

  private static double elapsed(long since) {
    return (System.nanoTime() - since) * 1e-9;
  }

  private static SampleStatistics spread(List<Double> values) {
    return SampleStatistics.of(values.stream().mapToDouble(v -> v).toArray());
  }
}
