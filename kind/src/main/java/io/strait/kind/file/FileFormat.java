package io.strait.kind.file;

import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;

/**
 * Reads and writes the app files and plan files of one kind of application.
 *
 * @param <A> its apps
 * @param <P> its plans
 */
public interface FileFormat<A extends App, P> {
  /** The value of {@code kind} in app files, and the key of the plan in plan files. */
  String kind();

  /** Reads an app file alone. */
  A read(Document app);

  /** Reads a grid and an app, and checks that they fit each other. */
  Inputs<A> inputs(Document grid, Document app);

  /** Writes an app file. */
  Tree app(A app);

  /**
   * Reads the kind's own section of a plan file.
   *
   * @param document the plan file, for errors
   */
  P plan(Inputs<A> inputs, Document document, Node section);

  /** Writes the kind's own section of a plan file. */
  Tree section(P plan);
}
