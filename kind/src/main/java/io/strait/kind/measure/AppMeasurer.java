package io.strait.kind.measure;

import io.strait.model.text.Document;
import io.strait.view.Console;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Path;

/** {@code strait measure app} for a kind of application whose tasks can be measured here. */
public interface AppMeasurer {
  /**
   * What is asked for.
   *
   * @param loader of the app's classes
   * @param tasks at most so many
   * @param seconds no task is begun that would end later
   * @param write whether to write the figures into the app file
   */
  record Request(
      Path file,
      Document app,
      ClassLoader loader,
      int tasks,
      double seconds,
      boolean write,
      Format format,
      Console console) {}

  /**
   * Measures, prints and perhaps writes.
   *
   * @return the exit code
   */
  int measure(Request request) throws IOException;
}
