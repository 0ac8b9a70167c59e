package io.strait.kind.file;

import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;

/**
 * How the app files and plan files of a kind of application are read and written.
 *
 * @param <A> its apps
 * @param <P> its plans
 */
public interface FileFormat<A extends App, P> {
  /** What app files say under {@code kind}; plan files hold the plan under this key. */
  String kind();

  /** Reads an app file alone. */
  A read(Document app);

  /** Reads a grid and an app, and checks that they fit each other. */
  Inputs<A> inputs(Document grid, Document app);

  /** An app file. */
  Tree app(A app);

  /**
   * Reads the section of a plan file that is the kind's own.
   *
   * @param document the plan file, for errors
   */
  P plan(Inputs<A> inputs, Document document, Node section);

  /** The section of a plan file that is the kind's own. */
  Tree section(P plan);
}
