package io.strait.farm.task;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.ParameterTable;
import io.strait.farm.file.Reduction;
import io.strait.farm.task.TaskSpec.TaskInputs;
import io.strait.kind.code.LargeFile;
import io.strait.kind.code.Settings;
import io.strait.kind.code.SharedFile;
import io.strait.kind.code.TaskCode;
import io.strait.kind.code.Template;
import io.strait.launch.site.Checksums;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a {@link TaskSpec} of an app and the files that it names. */
final class TaskSpecReader {
  private static final byte[] NOTHING = {};

  private final FarmApp app;
  private final @Nullable Document document;
  private final Path folder;
  private final ClassLoader loader;
  private final List<LargeFile> large = new ArrayList<>();
  private long left = TaskSpec.MOST_BYTES;

  TaskSpecReader(FarmApp app, @Nullable Document document, Path folder, ClassLoader loader) {
    this.app = app;
    this.document = document;
    this.folder = folder;
    this.loader = loader;
  }

  TaskSpec read() {
    @Nullable TaskCode code = app.run();
    if (code == null) {
      throw error(
          "the app does not say what a worker executes, expected run: {class: …}, {command: …} or"
              + " {resident: …}");
    }
    if (app.tasks() > Integer.MAX_VALUE) {
      throw error(
          "tasks is %d, expected at most %d for a run".formatted(app.tasks(), Integer.MAX_VALUE),
          "tasks");
    }
    if (app.reduce() == Reduction.OWN && !(code instanceof TaskCode.JavaClass)) {
      throw error(
          "reduce is own, which needs a class that combines, expected run: {class: …}", "reduce");
    }
    return switch (code) {
      case TaskCode.JavaClass java -> {
        var files = files(java.files());
        yield spec(java, List.of(), files, farmInputs(java, files));
      }
      case TaskCode.Command command -> command(command);
      case TaskCode.Resident resident ->
          spec(resident, List.of(), files(resident.files()), task -> NOTHING);
    };
  }

  private TaskSpec spec(
      TaskCode code, List<String> columns, List<SharedFile> files, TaskInputs inputs) {
    return new TaskSpec(
        (int) app.tasks(),
        code,
        app.reduce(),
        app.element(),
        columns,
        files,
        List.copyOf(large),
        inputs);
  }

  private TaskInputs farmInputs(TaskCode.JavaClass java, List<SharedFile> files) {
    Farm farm;
    try {
      farm = FarmClass.load(java, (int) app.tasks(), files, large, loader);
    } catch (Settings.WrongSetting e) {
      throw e.key == null
          ? error(String.valueOf(e.getMessage()), "run")
          : error(String.valueOf(e.getMessage()), "run", "with", e.key);
    } catch (IllegalArgumentException e) {
      throw error(String.valueOf(e.getMessage()), "run", "class");
    }
    var reduce = FarmFile.reduce(app);
    if (!farm.reduce().isEmpty() && !farm.reduce().equals(reduce)) {
      throw error(
          "reduce is %s, but class '%s' needs another one, expected reduce: %s"
              .formatted(reduce, java.name(), farm.reduce()),
          "reduce");
    }
    return task -> {
      byte @Nullable [] input = farm.input(task);
      if (input == null) {
        throw new IllegalStateException(
            "%s returned null as the input of task %d, expected bytes"
                .formatted(java.name(), task));
      }
      return input;
    };
  }

  private TaskSpec command(TaskCode.Command command) {
    var columns = List.<String>of();
    TaskInputs inputs = task -> NOTHING;
    if (command.parameters() != null) {
      var file = folder.resolve(command.parameters());
      var content = content(file, command.parameters(), "parameters");
      var table = ParameterTable.read(file.toString(), content);
      if (table.rows().size() != app.tasks()) {
        throw error(
            "%s has %d rows below its names, expected one for each of the %d tasks"
                .formatted(command.parameters(), table.rows().size(), app.tasks()),
            "run",
            "parameters");
      }
      columns = table.names();
      var rows = table.rows().stream().map(CommandLine::encode).toArray(byte[][]::new);
      inputs = task -> rows[task];
    }
    check(command.line(), columns, true, "command");
    if (command.result() != null) {
      check(command.result(), columns, false, "result");
    }
    return spec(command, columns, files(command.files()), inputs);
  }

  private void check(String text, List<String> columns, boolean shell, String key) {
    try {
      var template = Template.parse(text);
      template.check(columns);
      if (shell) {
        template.checkQuotes();
      }
    } catch (IllegalArgumentException e) {
      throw error(key + ": " + e.getMessage(), "run", key);
    }
  }

  /** The files that travel with the spec; the others are large. */
  private List<SharedFile> files(List<String> names) {
    var sizes = new LinkedHashMap<String, Long>();
    for (var name : names) {
      sizes.put(name, size(folder.resolve(name), name, "files"));
    }
    var apart = DataFiles.large(sizes, left);
    var files = new ArrayList<SharedFile>();
    for (var name : names) {
      var file = folder.resolve(name);
      if (apart.contains(name)) {
        large.add(large(file, name));
      } else {
        files.add(new SharedFile(name, Files.isExecutable(file), content(file, name, "files")));
      }
    }
    return List.copyOf(files);
  }

  private LargeFile large(Path file, String name) {
    try {
      return new LargeFile(
          name,
          Files.isExecutable(file),
          Files.size(file),
          Checksums.ofUser().of(file),
          file.toRealPath());
    } catch (IOException e) {
      throw unreadable("files", name, e);
    }
  }

  private InputException unreadable(String key, String name, IOException e) {
    return error("%s: '%s' cannot be read (%s)".formatted(key, name, e.getMessage()), "run", key);
  }

  private long size(Path file, String name, String key) {
    if (!Files.isRegularFile(file)) {
      throw error(
          "%s names '%s', which is %s in %s, expected a file"
              .formatted(key, name, Files.exists(file) ? "no file" : "not", folder),
          "run",
          key);
    }
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw unreadable(key, name, e);
    }
  }

  private byte[] content(Path file, String name, String key) {
    long size = size(file, name, key);
    left -= size;
    if (left < 0) {
      throw error(
          "'%s' has %d bytes, expected at most %d".formatted(name, size, TaskSpec.MOST_BYTES),
          "run",
          key);
    }
    try (var in = Files.newInputStream(file)) {
      return in.readNBytes((int) size);
    } catch (IOException e) {
      throw unreadable(key, name, e);
    }
  }

  /** An error at the place that the keys lead to, as far as it is known. */
  private InputException error(String message, String... keys) {
    if (document == null) {
      return new InputException("app %s: %s".formatted(app.name(), message));
    }
    Node at = document.root();
    for (var key : keys) {
      @Nullable Node below = at instanceof Node.Mapping mapping ? mapping.get(key) : null;
      at = below == null ? at : below;
    }
    return document.error(at, message);
  }
}
