package io.strait.farm.protocol;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Part;
import java.util.function.IntConsumer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that are at a gateway: those without a result, and those whose result is stored here
 * until the parent has it.
 */
final class HeldTasks {
  private static final class Held {
    final byte @Nullable [] input;
    final int attempt;
    boolean stored;
    int bytes;

    Held(byte @Nullable [] input, int attempt) {
      this.input = input;
      this.attempt = attempt;
    }
  }

  private final Int2ObjectHashMap<Held> tasks = new Int2ObjectHashMap<>();
  private int storedTasks;
  private long storedBytes;

  boolean isEmpty() {
    return tasks.isEmpty();
  }

  boolean contains(int task) {
    return tasks.containsKey(task);
  }

  /** Whether a task is here and has no result. */
  boolean isNeeded(int task) {
    @Nullable Held held = tasks.get(task);
    return held != null && !held.stored;
  }

  /** The input of a task that is here; null if only a child has it. */
  byte @Nullable [] input(int task) {
    return tasks.get(task).input;
  }

  /** How often a task that is here has been tried, this time included. */
  int attempt(int task) {
    return tasks.get(task).attempt;
  }

  /** All of them. */
  IdSet ids() {
    var ids = new int[tasks.size()];
    int count = 0;
    for (int task : tasks.keySet()) {
      ids[count++] = task;
    }
    return IdSet.of(ids, count);
  }

  void forEach(IntConsumer visitor) {
    for (int task : tasks.keySet()) {
      visitor.accept(task);
    }
  }

  /** A task came. */
  void add(int task, byte[] input, int attempt) {
    tasks.put(task, new Held(input, attempt));
  }

  /** A task turned up that a child has, or the result of one. */
  void addFound(int task) {
    tasks.put(task, new Held(null, 1));
  }

  /** The results of tasks that are here are stored. */
  void store(Part part) {
    int bytes = part.payload().length / part.tasks().size();
    part.tasks().forEach(task -> store(task, bytes));
  }

  private void store(int task, int bytes) {
    var held = tasks.get(task);
    held.stored = true;
    held.bytes = bytes;
    storedTasks++;
    storedBytes += bytes;
  }

  /** A task without a result is not here any more. */
  void remove(int task) {
    tasks.remove(task);
  }

  /** The parent has the result of a task. */
  void delivered(int task) {
    @Nullable Held held = tasks.remove(task);
    if (held != null) {
      storedTasks--;
      storedBytes -= held.bytes;
    }
  }

  /** How many have no result. */
  int unfinished() {
    return tasks.size() - storedTasks;
  }

  int storedTasks() {
    return storedTasks;
  }

  long storedBytes() {
    return storedBytes;
  }
}
