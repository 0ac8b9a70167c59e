package io.strait.farm.task;

/** Computes tasks on a worker: a Java class, a command per task, or a process that stays. */
public interface TaskRunner extends AutoCloseable {
  /**
   * Computes one task and returns its result. As many threads as the worker has cores call it at a
   * time. Interrupting the thread abandons the task and whatever was started for it.
   *
   * @param attempt 1 for the first time that the task is handed out
   * @throws TaskFailure if the task failed, with what is worth reporting
   */
  byte[] run(int task, int attempt, byte[] input) throws TaskFailure, InterruptedException;

  /** Ends whatever was started. */
  @Override
  void close();
}
