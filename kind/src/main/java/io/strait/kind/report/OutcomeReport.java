package io.strait.kind.report;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.PlanFile;
import io.strait.kind.run.RunFolder;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report of a run that carried out several of a plan's alternatives, the plan's own last.
 *
 * @param <A> apps of that kind
 * @param <P> plans of that kind
 * @param <O> what came of an alternative
 */
public abstract class OutcomeReport<A extends App, P, O extends Outcome> extends RunReport<A, P> {
  private final List<O> outcomes;
  private final String began;

  protected OutcomeReport(Path folder, String name, PlanFile<A, P> content, List<O> outcomes)
      throws IOException {
    super(folder, name, content);
    this.outcomes = List.copyOf(outcomes);
    this.began = RunFolder.read(folder.resolve("run.json")).getOrDefault("began", "");
  }

  /**
   * Reads the plan in the folder of a run.
   *
   * @param step what a step of such a run is, for a message
   */
  protected static <A extends App, P> PlanFile<A, P> plan(
      Path folder, FileFormat<A, P> format, String step) throws IOException {
    @Nullable Path run = StepFolder.run(folder);
    if (run != null) {
      throw new InputException(
          "%s: this folder is %s's run, expected the run itself: %s".formatted(folder, step, run));
    }
    return PlanFile.read(Document.read(folder.resolve(StepFolder.PLAN)), format);
  }

  /** What was run; the last one is the plan's own. */
  public final List<O> outcomes() {
    return outcomes;
  }

  /** What came of the plan's own. */
  public final O result() {
    return outcomes.getLast();
  }

  /** When the run began, for people. */
  public final String began() {
    return began;
  }
}
