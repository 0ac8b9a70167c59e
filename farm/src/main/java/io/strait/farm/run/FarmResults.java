package io.strait.farm.run;

import io.strait.farm.task.Results;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The results of a farm, read from its master. */
public final class FarmResults implements Results {
  private final MasterNode node;
  private final int tasks;
  private final Path folder;
  private final boolean combined;
  private final boolean oneFile;

  /**
   * @param combined whether there is one result for all tasks
   * @param oneFile whether results of single tasks are written to one file
   */
  FarmResults(MasterNode node, int tasks, Path folder, boolean combined, boolean oneFile) {
    this.node = node;
    this.tasks = tasks;
    this.folder = folder;
    this.combined = combined;
    this.oneFile = oneFile;
  }

  @Override
  public int tasks() {
    return tasks;
  }

  @Override
  public byte[] total() {
    return node.ask(master -> master.total());
  }

  @Override
  public byte[] of(int task) {
    if (failed(task)) {
      throw new IllegalArgumentException("task %d failed".formatted(task));
    }
    return node.ask(master -> master.resultOf(task));
  }

  @Override
  public boolean failed(int task) {
    return node.ask(master -> master.failed().containsKey(task));
  }

  @Override
  public Path folder() {
    return folder;
  }

  /**
   * Writes the combined result to {@code result}; or those of all tasks one after the other, where
   * they are to be concatenated; or to {@code results/}, named by their numbers.
   *
   * @return where they are
   */
  public Path write() throws IOException {
    if (combined) {
      var part = folder.resolve(".result.part");
      Files.write(part, total());
      return Files.move(
          part, folder.resolve("result"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    if (oneFile) {
      var file = folder.resolve("result");
      try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
        for (int task = 0; task < tasks; task++) {
          if (!failed(task)) {
            out.write(of(task));
          }
        }
      }
      return file;
    }
    var all = Files.createDirectories(folder.resolve("results"));
    int digits = Integer.toString(Math.max(0, tasks - 1)).length();
    for (int task = 0; task < tasks; task++) {
      if (!failed(task)) {
        Files.write(all.resolve(("%0" + digits + "d").formatted(task)), of(task));
      }
    }
    return all;
  }
}
