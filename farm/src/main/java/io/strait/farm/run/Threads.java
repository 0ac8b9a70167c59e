package io.strait.farm.run;

import io.strait.farm.protocol.Worker;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskRunner;
import io.strait.transport.emulate.HostPace;
import io.strait.transport.emulate.ThreadPriority;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes a worker's tasks with as many threads as it has cores. */
final class Threads implements Worker.Computer, AutoCloseable {
  private record Task(int id, int attempt, byte[] input, long came) {}

  private record Outcome(
      int task, byte @Nullable [] result, String failure, long done, long took) {}

  private final Loop loop;
  private final int cores;
  private final Function<byte[], TaskRunner> runners;
  private final @Nullable HostPace pace;
  private final LinkedBlockingDeque<Task> queue = new LinkedBlockingDeque<>();
  private final ConcurrentHashMap<Integer, Thread> running = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean posted = new AtomicBoolean();
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private volatile boolean stopped;
  private @Nullable TaskRunner runner;
  private @Nullable Worker worker;

  /**
   * @param runners makes what computes tasks from the spec of a run
   * @param pace of the host that is emulated; null for as fast as can be
   */
  Threads(Loop loop, int cores, Function<byte[], TaskRunner> runners, @Nullable HostPace pace) {
    this.loop = loop;
    this.pace = pace;
    this.cores = cores;
    this.runners = runners;
  }

  void worker(Worker of) {
    worker = of;
  }

  @Override
  public @Nullable String prepare(byte[] spec) {
    TaskRunner made;
    try {
      made = runners.apply(spec);
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    } catch (LinkageError e) {
      return "a class is missing or does not fit: " + e;
    }
    runner = made;
    for (int i = 0; i < cores; i++) {
      Thread.ofPlatform().daemon().name("compute-" + i).start(() -> work(made));
    }
    return null;
  }

  @Override
  public void submit(int task, int attempt, byte[] input) {
    queue.add(new Task(task, attempt, input, System.nanoTime()));
  }

  @Override
  public boolean withdraw(int task) {
    return queue.removeIf(t -> t.id == task);
  }

  @Override
  public void abandon(int task) {
    if (!withdraw(task)) {
      // Atomically: the thread must not have gone on to another task when it is interrupted.
      running.computeIfPresent(
          task,
          (id, thread) -> {
            thread.interrupt();
            return thread;
          });
    }
  }

  private void work(TaskRunner with) {
    if (pace != null) {
      ThreadPriority.lower();
    }
    long free = Long.MIN_VALUE;
    while (!stopped) {
      Task task;
      try {
        task = queue.take();
      } catch (InterruptedException e) {
        continue; // meant for a task that is over
      }
      long began = pace == null ? System.nanoTime() : Math.max(free, task.came);
      running.put(task.id, Thread.currentThread());
      byte @Nullable [] result = null;
      String failure = "";
      try {
        result = with.run(task.id, task.attempt, task.input);
        free = pace == null ? System.nanoTime() : pace.finish(began);
      } catch (TaskFailure e) {
        failure = e.getMessage() + (e.output().isEmpty() ? "" : "\n" + e.output());
      } catch (InterruptedException e) {
        result = null;
        failure = "given up";
      } catch (RuntimeException | Error e) {
        failure = e.toString();
      } finally {
        running.remove(task.id);
        Thread.interrupted(); // it was meant for this task, which is over
      }
      if (result == null) {
        free = System.nanoTime();
      }
      yielded(new Outcome(task.id, result, failure, free, free - began));
    }
  }

  /** Nanoseconds of the longest task so far; 0 if none was done. */
  long longestNanos() {
    return longest.get();
  }

  private void yielded(Outcome outcome) {
    longest.accumulate(outcome.took);
    outcomes.add(outcome);
    if (posted.compareAndSet(false, true)) {
      loop.post(this::report);
    }
  }

  private void report() {
    posted.set(false);
    var to = worker;
    for (var next = outcomes.poll(); next != null && to != null; next = outcomes.poll()) {
      if (next.result != null) {
        to.computed(next.task, next.result, next.done, next.took);
      } else {
        to.failed(next.task, next.failure, next.done, next.took);
      }
    }
  }

  @Override
  public void close() {
    stopped = true;
    running.values().forEach(Thread::interrupt);
    if (runner != null) {
      runner.close();
    }
  }
}
