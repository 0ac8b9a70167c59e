package io.strait.apps;

import io.strait.farm.file.FarmFile;
import io.strait.farm.task.Farm;
import io.strait.farm.task.Results;
import io.strait.farm.task.TaskFailure;
import io.strait.farm.task.TaskRunner;
import io.strait.farm.task.TaskRunners;
import io.strait.farm.task.TaskSpec;
import io.strait.model.text.Document;
import java.io.IOException;
import java.nio.file.Path;

/** A farm with its settings, computed task by task the way that a worker would. */
record Bench(TaskSpec spec, TaskRunner runner, int tasks) {
  static Bench of(Class<? extends Farm> farm, int tasks, String with) {
    return of(farm, tasks, with, "", Path.of("."));
  }

  /**
   * @param with settings as in an app file
   * @param rest what else stands in the section run
   */
  static Bench of(Class<? extends Farm> farm, int tasks, String with, String rest, Path folder) {
    var document =
        Document.parse(
            "app.yaml",
            """
            app: a
            kind: farm
            tasks: %d
            %s
            run: {class: %s, with: {%s}%s}
            """
                .formatted(tasks, reduce(farm), farm.getName(), with, rest));
    var loader = Bench.class.getClassLoader();
    var spec = TaskSpec.of(FarmFile.read(document), document, folder, loader);
    var sent = TaskSpec.decode(spec.encode());
    var log = System.getLogger("test");
    return new Bench(spec, TaskRunners.open(sent, 1, folder, loader, log), tasks);
  }

  /** The line that the class needs, or a comment in its place. */
  private static String reduce(Class<? extends Farm> farm) {
    try {
      var reduce = farm.getConstructor().newInstance().reduce();
      return reduce.isEmpty() ? "# any results" : "reduce: " + reduce;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  void finish(Results results) throws IOException {
    spec.finish(results, Bench.class.getClassLoader());
  }

  byte[] compute(int task) {
    try {
      return runner.run(task, 1, spec.input(task));
    } catch (TaskFailure | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
