package io.strait.model;

/** What a worker executes for a task. */
public sealed interface TaskCode {
  /** A Java class in the worker. */
  record JavaClass(String name) implements TaskCode {}

  /** A command, once per task. */
  record Command(String line) implements TaskCode {}

  /** A process that stays and is fed over standard input and output. */
  record Resident(String line) implements TaskCode {}
}
