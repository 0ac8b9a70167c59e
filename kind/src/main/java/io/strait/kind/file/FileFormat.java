package io.strait.kind.file;

import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How the app files and plan files of one kind of application are read and written.
 *
 * @param <A> its apps
 * @param <P> its plans
 * @param kind the value of {@code kind} in app files, and the key of the plan in plan files
 * @param appReader reads an app file alone
 * @param inputsReader reads a grid and an app, and checks that they fit each other
 * @param appWriter writes an app file
 * @param planReader reads the kind's own section of a plan file
 * @param planWriter writes that section
 */
public record FileFormat<A extends App, P>(
    String kind,
    Function<Document, A> appReader,
    BiFunction<Document, Document, Inputs<A>> inputsReader,
    Function<A, Tree> appWriter,
    SectionReader<A, P> planReader,
    Function<P, Tree> planWriter) {

  /** Reads the section of a plan file that belongs to its kind. */
  @FunctionalInterface
  public interface SectionReader<A extends App, P> {
    /**
     * @param document the plan file, for errors
     */
    P read(Inputs<A> inputs, Document document, Node section);
  }

  public A read(Document app) {
    return appReader.apply(app);
  }

  public Inputs<A> inputs(Document grid, Document app) {
    return inputsReader.apply(grid, app);
  }

  public Tree app(A app) {
    return appWriter.apply(app);
  }
}
