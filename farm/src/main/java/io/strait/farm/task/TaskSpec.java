package io.strait.farm.task;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.kind.code.LargeFile;
import io.strait.kind.code.SharedFile;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that a worker must know to compute the tasks of a farm. The master makes it of the app file
 * and the files beside it, and sends it to the workers as bytes; it carries no Java code.
 *
 * <p>What differs from task to task is the task's input, which only the master can tell.
 */
public final class TaskSpec {
  /** The most that shared files and parameters may take together; larger files go another way. */
  public static final int MOST_BYTES = 64 << 20;

  /** The most that the input of one task may take. */
  public static final int MOST_INPUT = 64 << 20;

  private final int tasks;
  private final TaskCode code;
  private final Reduction reduction;
  private final Element element;
  private final List<String> columns;
  private final List<SharedFile> files;
  private final List<LargeFile> large;
  private final @Nullable TaskInputs inputs;

  TaskSpec(
      int tasks,
      TaskCode code,
      Reduction reduction,
      Element element,
      List<String> columns,
      List<SharedFile> files,
      @Nullable TaskInputs inputs) {
    this(tasks, code, reduction, element, columns, files, List.of(), inputs);
  }

  TaskSpec(
      int tasks,
      TaskCode code,
      Reduction reduction,
      Element element,
      List<String> columns,
      List<SharedFile> files,
      List<LargeFile> large,
      @Nullable TaskInputs inputs) {
    this.tasks = tasks;
    this.code = code;
    this.reduction = reduction;
    this.element = element;
    this.columns = columns;
    this.files = files;
    this.large = large;
    this.inputs = inputs;
  }

  /**
   * Reads the files that the app names, which are relative to the folder of the app file; Java
   * classes come from the class path of Strait.
   *
   * @throws InputException if something is missing or wrong
   */
  public static TaskSpec of(FarmApp app, Path folder) {
    return of(app, null, folder, ownLoader());
  }

  /**
   * As above, with messages that say where in the app file the mistake is.
   *
   * @param document that the app was read from
   */
  public static TaskSpec of(
      FarmApp app, @Nullable Document document, Path folder, ClassLoader loader) {
    return new TaskSpecReader(app, document, folder, loader).read();
  }

  /** The spec as bytes, without what only the master needs. */
  public byte[] encode() {
    return TaskSpecCodec.encode(this);
  }

  /**
   * The spec that was encoded so.
   *
   * @throws IllegalArgumentException if it is no such thing
   */
  public static TaskSpec decode(byte[] bytes) {
    return TaskSpecCodec.decode(bytes);
  }

  /**
   * The spec that was encoded so, on a machine whose large files lie in a folder, named by their
   * checksums.
   *
   * @param data null if there is no such folder
   * @throws IllegalArgumentException if it is no such thing, or a file is not there
   */
  public static TaskSpec decode(byte[] bytes, @Nullable Path data) {
    var spec = decode(bytes);
    if (spec.large.isEmpty()) {
      return spec;
    }
    return new TaskSpec(
        spec.tasks,
        spec.code,
        spec.reduction,
        spec.element,
        spec.columns,
        spec.files,
        spec.large.stream().map(file -> file.in(data)).toList(),
        null);
  }

  /** What a worker gets for a task; only on the master. */
  public byte[] input(int task) {
    if (inputs == null) {
      throw new IllegalStateException("only the master knows the inputs of tasks");
    }
    if (task < 0 || task >= tasks) {
      throw new IllegalArgumentException(
          "there is no task %d, expected 0 to %d".formatted(task, tasks - 1));
    }
    byte[] input = inputs.of(task);
    if (input.length > MOST_INPUT) {
      throw new IllegalStateException(
          "the input of task %d has %d bytes, expected at most %d"
              .formatted(task, input.length, MOST_INPUT));
    }
    return input;
  }

  /**
   * Copies all files that the app names, so that the spec can be read from there as well. Large
   * ones are linked.
   */
  public void copyFiles(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    SharedFile.layOut(files, to);
    LargeFile.layOut(large, to);
    if (code instanceof TaskCode.Command command && command.parameters() != null) {
      var target = to.resolve(command.parameters());
      Files.createDirectories(Objects.requireNonNull(target.getParent()));
      Files.copy(from.resolve(command.parameters()), target);
    }
  }

  /** Lets the app do something with all results, on the master. */
  public void finish(Results results, ClassLoader loader) throws IOException {
    if (code instanceof TaskCode.JavaClass) {
      farm(loader).finish(results);
    }
  }

  /**
   * The app's class.
   *
   * @throws IllegalArgumentException if it has none, or it cannot be used
   */
  Farm farm(ClassLoader loader) {
    if (code instanceof TaskCode.JavaClass java) {
      return FarmClass.load(java, tasks, files, large, loader);
    }
    throw new IllegalArgumentException("reduce is own, expected run: {class: …}");
  }

  public int tasks() {
    return tasks;
  }

  /** What is executed, with time limit and retries. */
  public TaskCode code() {
    return code;
  }

  public Reduction reduction() {
    return reduction;
  }

  /** What results consist of, where the reduction needs to know. */
  public Element element() {
    return element;
  }

  /** The names of the values in the input of a command's task. */
  List<String> columns() {
    return columns;
  }

  List<SharedFile> files() {
    return files;
  }

  /** Files that are too large to be part of the bytes. */
  public List<LargeFile> large() {
    return large;
  }

  /** Puts all files into the folder in which a task runs. */
  void layOut(Path folder) throws IOException {
    SharedFile.layOut(files, folder);
    LargeFile.layOut(large, folder);
  }

  static ClassLoader ownLoader() {
    @Nullable ClassLoader own = TaskSpec.class.getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  /** The input of every task, as the master knows it. */
  interface TaskInputs {
    byte[] of(int task);
  }
}
