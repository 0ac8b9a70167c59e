package io.strait.program.session;

import io.strait.kind.file.Inputs;
import io.strait.program.candidate.Candidates;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machines;
import io.strait.program.run.Wiring;
import java.util.List;

/**
 * The ranks of a run: one for every host that some candidate of the plan uses, in the order of the
 * grid. So ranks have the same numbers whichever candidate is run.
 */
public final class Ranks {
  private final Flow flow;
  private final List<Integer> machines;

  private Ranks(Flow flow, List<Integer> machines) {
    this.flow = flow;
    this.machines = machines;
  }

  public static Ranks of(Inputs<ProgramApp> inputs, ProgramPlan plan) {
    var flow = new Flow(inputs.grid(), inputs.app());
    return new Ranks(
        flow,
        plan.candidates().stream()
            .filter(ProgramPlan.Candidate::isHere)
            .flatMap(each -> each.parts().stream())
            .map(part -> Machines.named(flow.machines(), part.host()).index())
            .distinct()
            .sorted()
            .toList());
  }

  /** The cluster of every rank, by its index in the grid. */
  public List<Integer> clusters() {
    return machines.stream().map(each -> flow.machines().get(each).cluster()).toList();
  }

  /** Who does what with a candidate. */
  public Wiring wiring(ProgramPlan.Candidate candidate) {
    return new Wiring(
        flow, Candidates.placement(flow, candidate), machines, Candidates.levels(flow, candidate));
  }
}
