package io.strait.run.node;

import io.strait.run.farm.Worker;
import io.strait.run.task.TaskFailure;
import io.strait.run.task.TaskRunner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes a worker's tasks with as many threads as it has cores. */
final class Threads implements Worker.Computer, AutoCloseable {
  private record Task(int id, int attempt, byte[] input) {}

  private record Outcome(int task, byte @Nullable [] result, String failure) {}

  private final Loop loop;
  private final int cores;
  private final Function<byte[], TaskRunner> runners;
  private final LinkedBlockingDeque<Task> queue = new LinkedBlockingDeque<>();
  private final ConcurrentHashMap<Integer, Thread> running = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean posted = new AtomicBoolean();
  private volatile boolean stopped;
  private @Nullable TaskRunner runner;
  private @Nullable Worker worker;

  /**
   * @param runners makes what computes tasks from the spec of a run
   */
  Threads(Loop loop, int cores, Function<byte[], TaskRunner> runners) {
    this.loop = loop;
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
    }
    runner = made;
    for (int i = 0; i < cores; i++) {
      Thread.ofPlatform().daemon().name("compute-" + i).start(() -> work(made));
    }
    return null;
  }

  @Override
  public void submit(int task, int attempt, byte[] input) {
    queue.add(new Task(task, attempt, input));
  }

  @Override
  public boolean takeBack(int task) {
    return queue.removeIf(t -> t.id == task);
  }

  @Override
  public void abandon(int task) {
    if (takeBack(task)) {
      return;
    }
    @Nullable Thread thread = running.get(task);
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void work(TaskRunner with) {
    while (!stopped) {
      Task task;
      try {
        task = queue.take();
      } catch (InterruptedException e) {
        continue; // meant for a task that is over
      }
      running.put(task.id, Thread.currentThread());
      try {
        yielded(new Outcome(task.id, with.run(task.id, task.attempt, task.input), ""));
      } catch (TaskFailure e) {
        var output = e.output().isEmpty() ? "" : "\n" + e.output();
        yielded(new Outcome(task.id, null, e.getMessage() + output));
      } catch (InterruptedException e) {
        yielded(new Outcome(task.id, null, "given up"));
      } catch (RuntimeException | Error e) {
        yielded(new Outcome(task.id, null, e.toString()));
      } finally {
        running.remove(task.id);
      }
    }
  }

  private void yielded(Outcome outcome) {
    if (stopped) {
      return; // nobody waits for it any more
    }
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
        to.computed(next.task, next.result);
      } else {
        to.failed(next.task, next.failure);
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
