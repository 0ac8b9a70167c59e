package io.strait.farm.task;

/** A task failed. The message says why in a line; the output is the end of what it printed. */
public final class TaskFailure extends Exception {
  private final String output;

  public TaskFailure(String message, String output) {
    super(message);
    this.output = output;
  }

  /** The end of what the task printed, bounded; may be empty. */
  public String output() {
    return output;
  }
}
