package io.strait.farm.task;

import io.strait.kind.code.TaskCode;
import io.strait.kind.process.Sessions;
import java.nio.file.Path;

/** Opens what computes tasks on a worker. */
public final class TaskRunners {
  /** The most that the result of one task may take, unless a worker is told otherwise. */
  public static final int MOST_RESULT = 256 << 20;

  private TaskRunners() {}

  /** As below, with results of at most {@link #MOST_RESULT} bytes. */
  public static TaskRunner open(
      TaskSpec spec, int cores, Path scratch, ClassLoader loader, System.Logger log) {
    return open(spec, cores, scratch, loader, log, MOST_RESULT);
  }

  /**
   * What computes the tasks of this spec.
   *
   * @param cores how many tasks are computed at a time
   * @param scratch a folder below which tasks get folders of their own; made if it is not there
   * @param loader finds Java classes; the spec never brings any
   * @param mostResult the largest result in bytes
   * @throws IllegalArgumentException if the spec asks for a class that is not there or is no farm
   * @throws java.io.UncheckedIOException if the scratch folder cannot be used
   */
  public static TaskRunner open(
      TaskSpec spec,
      int cores,
      Path scratch,
      ClassLoader loader,
      System.Logger log,
      int mostResult) {
    return switch (spec.code()) {
      case TaskCode.JavaClass java -> new ClassRunner(spec.farm(loader));
      case TaskCode.Command command ->
          new CommandRunner(
              spec, command, new Scratch(scratch, log), new Sessions(log), mostResult);
      case TaskCode.Resident resident ->
          new ResidentRunner(
              spec, resident, cores, new Scratch(scratch, log), new Sessions(log), log, mostResult);
    };
  }
}
