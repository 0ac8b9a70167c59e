package io.strait.kind.run;

import io.strait.kind.file.PlanFile;
import io.strait.model.App;
import java.io.IOException;

/**
 * A plan that is about to be run: everything that could be wrong has been checked.
 *
 * @param <A> apps of one kind
 * @param <P> plans of that kind
 */
public interface Job<A extends App, P> {
  /** The plan as the folder of the run is to keep it. */
  PlanFile<A, P> plan();

  /** The steps to be run, in one line, for {@code run.json}. */
  String steps();

  /** Puts what the app needs besides into a new folder. */
  default void prepare(RunFolder folder) throws IOException {}

  /**
   * Runs it, or what an earlier attempt left to do.
   *
   * @return the exit code
   */
  int run(RunFolder folder, String name) throws IOException;
}
