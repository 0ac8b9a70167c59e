package io.strait.bench.stencil;

import io.strait.bench.Command;
import io.strait.model.Element;
import io.strait.stencil.run.Kernel;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A whole {@code strait run} of a large domain on all cores of this machine.
 *
 * @param kernel the bundled one, or one of the benchmarks' own, as users have them
 */
record WholeRun(Element type, int size, Class<? extends Kernel> kernel) {
  private static final Path FOLDER = Path.of("benchmarks/target/stencil");

  /** Enough that starting hardly counts. */
  private static final double CELLS = 6e9;

  /** Billions of cells per second, by the clock. */
  double gigacells() {
    var word = type.name().toLowerCase(Locale.ROOT);
    var app = FOLDER.resolve("%s-%s-%d.yaml".formatted(kernel.getSimpleName(), word, size));
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(
          app,
          """
          app: heat
          kind: stencil
          domain: [%1$d, %1$d]
          type: %2$s
          stencil: 5-point
          boundary: fixed
          iterations: %3$d
          run: {class: %4$s}
          """
              .formatted(size, word, Math.round(CELLS / size / size), kernel.getName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var folder = FOLDER.resolve("run-" + ProcessHandle.current().pid());
    var output =
        Command.call(
            List.of(
                "./strait",
                "run",
                app.toString(),
                "--folder",
                folder.toString(),
                "--classpath",
                System.getProperty("java.class.path").split(File.pathSeparator, 2)[0],
                "--format",
                "json"));
    Command.call(List.of("rm", "-rf", folder.toString())); // its result is large
    if (output.status() != 0) {
      throw new IllegalStateException("strait run failed with status " + output.status());
    }
    return 1e-9
        * size
        * size
        / CPeer.number(output.text(), "\"measured_iteration_s\" *: *([0-9.eE-]+)");
  }

  /** The C program with as many threads as there are cores. */
  static double peer(CPeer peer, int size) {
    var command = new ArrayList<>(List.of(peer.program().toString()));
    command.addAll(
        List.of(
            Integer.toString(size),
            Integer.toString(Runtime.getRuntime().availableProcessors()),
            "plain"));
    var output = Command.call(command);
    return CPeer.number(output.text(), "([0-9.]+) Gcell/s");
  }
}
