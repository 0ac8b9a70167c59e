package io.strait.kind.report;

import io.strait.kind.file.PlanFile;
import io.strait.model.App;
import io.strait.model.Grid;
import io.strait.model.text.Tree;
import io.strait.view.Table;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a kind of application has to say of one run. Text, JSON and page are drawn from it.
 *
 * @param <A> apps of that kind
 * @param <P> plans of that kind
 */
public abstract class RunReport<A extends App, P> {
  private final Path folder;
  private final String name;
  private final PlanFile<A, P> content;

  protected RunReport(Path folder, String name, PlanFile<A, P> content) {
    this.folder = folder;
    this.name = name;
    this.content = content;
  }

  public final Path folder() {
    return folder;
  }

  public final String name() {
    return name;
  }

  public final A app() {
    return content.inputs().app();
  }

  public final Grid grid() {
    return content.inputs().grid();
  }

  public final P plan() {
    return content.plan();
  }

  /** The run in one sentence: was the promise kept, and what bound it? */
  public abstract String verdict();

  /** What the measurements are to be read with, a sentence each. */
  public abstract List<String> warnings();

  /** What the planner had to say. */
  public abstract List<String> notes();

  public abstract Advice advice();

  /** Predicted, simulated and measured, for a terminal. */
  public abstract Table table();

  /** Why computers did less than they could, for a terminal; null if that is not known. */
  public @Nullable Table losses() {
    return null;
  }

  public abstract Tree json();

  public abstract RunPage page();
}
