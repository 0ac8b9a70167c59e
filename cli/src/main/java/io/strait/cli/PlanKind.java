package io.strait.cli;

import io.strait.model.text.Inputs;
import io.strait.model.text.Tree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What {@code strait plan} must know of a kind of application; {@link Planning} does the rest.
 *
 * @param <P> its plans
 */
interface PlanKind<P> {
  /** What an app of this kind is, with its article. */
  String word();

  /** The options that mean something for it, by their long names. */
  Set<String> options();

  /**
   * @throws io.strait.plan.PlanException if there is no plan
   */
  P plan(Inputs inputs);

  /** The plan in one sentence. */
  String verdict(P plan);

  /** The plan for people, the verdict included. */
  String text(Inputs inputs, P plan, Style style);

  /** The JSON of the plan, without the verdict. */
  Tree json(Inputs inputs, P plan);

  /** The plan file. */
  Tree file(Inputs inputs, P plan);

  /** Two plans in one table. */
  String comparison(P old, P now, Style style);

  /** Plans along a sweep, for people. */
  String text(Sweep sweep, List<Sweep.Point<P>> points, Style style);

  /** What JSON says of one plan along a sweep, put into what is there. */
  void point(Tree tree, P plan);

  /** A picture of the plans along a sweep. */
  byte[] draw(Path file, Sweep sweep, List<Sweep.Point<P>> points) throws IOException;
}
