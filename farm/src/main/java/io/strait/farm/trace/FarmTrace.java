package io.strait.farm.trace;

import io.strait.farm.simulate.FarmOutcome;
import io.strait.farm.simulate.Timings;
import io.strait.view.trace.Palette;
import io.strait.view.trace.Recording;
import io.strait.view.trace.State;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Records a simulated farm. Its lanes are the cores of all workers, then the network servers, then
 * the master. A message that takes no time on a network is not kept.
 */
public final class FarmTrace implements Timings {
  /** A worker computed a task. */
  public static final State COMPUTE =
      State.of(0, "computing", Palette.BLUE).event("compute").counting("task");

  /** A worker computed a task until its host failed. */
  public static final State ABORTED =
      State.of(1, "computing in vain", Palette.VERMILION)
          .alias("vain")
          .event("compute, in vain")
          .counting("task");

  /** A message towards the workers. */
  public static final State TASK =
      State.of(2, "transfer of tasks", Palette.ORANGE)
          .alias("tasks")
          .event("task")
          .legend("tasks out")
          .as(State.Form.UPPER);

  /** A message towards the master. */
  public static final State RESULT =
      State.of(3, "transfer of results", Palette.GREEN)
          .alias("results")
          .event("result")
          .legend("results back")
          .as(State.Form.LOWER);

  /** The master took results in. */
  public static final State PROCESS =
      State.of(4, "processing", Palette.PURPLE)
          .event("process")
          .counting("results")
          .legend("master");

  /** A task was lost. */
  public static final State LOST =
      State.of(5, "task lost", Palette.BLACK)
          .alias("lost")
          .counting("task")
          .legend("task lost in a failure")
          .as(State.Form.MARK);

  private static final List<State> STATES = List.of(COMPUTE, ABORTED, TASK, RESULT, PROCESS, LOST);

  private final TraceNames names;
  private final Recording recording = new Recording(STATES);

  /** The first lane of every worker, and that of the first server. */
  private final int[] firstLane;

  public FarmTrace(TraceNames names) {
    this.names = names;
    firstLane = new int[names.cores().length + 1];
    for (int w = 0; w < names.cores().length; w++) {
      firstLane[w + 1] = firstLane[w] + names.cores()[w];
    }
  }

  @Override
  public void computed(int worker, int core, int task, double start, double end) {
    recording.add(COMPUTE, firstLane[worker] + core, task, start, end);
  }

  @Override
  public void transferred(int server, double start, double end, boolean result) {
    if (end > start) {
      recording.add(result ? RESULT : TASK, server(server), 0, start, end);
    }
  }

  @Override
  public void processed(int results, double start, double end) {
    recording.add(PROCESS, master(), results, start, end);
  }

  /** Told right after what was computed of the task, if anything was; marks the first core. */
  @Override
  public void lost(int worker, int task, double at) {
    int last = recording.count() - 1;
    if (recording.leftOut() == 0
        && last >= 0
        && recording.is(last, COMPUTE)
        && worker(recording.lane(last)) == worker
        && recording.number(last) == task
        && recording.end(last) == at) {
      recording.change(last, ABORTED);
    }
    recording.add(LOST, firstLane[worker], task, at, at);
  }

  public Recording recording() {
    return recording;
  }

  TraceNames names() {
    return names;
  }

  /** The worker of a lane. */
  public int worker(int lane) {
    int found = Arrays.binarySearch(firstLane, lane);
    return found >= 0 ? found : -found - 2;
  }

  /** The lanes of a worker, one per core. */
  int[] cores(int worker) {
    return IntStream.range(firstLane[worker], firstLane[worker + 1]).toArray();
  }

  /** The lane of a network server, see {@link FarmOutcome#lan} and {@link FarmOutcome#gap}. */
  public int server(int server) {
    return firstLane[firstLane.length - 1] + server;
  }

  int master() {
    return server(FarmOutcome.gap(names.clusters().size(), names.gaps().size(), 0));
  }
}
