package io.strait.program.session;

import io.strait.kind.file.Inputs;
import io.strait.program.candidate.Candidates;
import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.outcome.Busiest;
import io.strait.program.plan.Flow;
import io.strait.program.simulate.FlowRehearsal;
import io.strait.program.simulate.FlowSimulation;

/**
 * What a simulation says of a candidate.
 *
 * @param secondsPerUnit between two units; of few units what all take, shared among them
 */
record Rehearsal(double secondsPerUnit, Busiest busiest) {
  static Rehearsal of(Inputs<ProgramApp> inputs, Candidate plan) {
    var app = Candidates.inputs(inputs, plan).app();
    var flow = new Flow(inputs.grid(), app);
    var placement = Candidates.placement(flow, plan);
    var rehearsal =
        FlowRehearsal.of(flow, placement, Candidates.levels(flow, plan), FlowSimulation.AHEAD, 1);
    var steady = rehearsal.steady();
    return new Rehearsal(
        plan.isBrief(app.units()) ? rehearsal.seconds() / app.units() : 1 / steady.rate(),
        new Busiest(
            steady.boundBy(), app.overlap() == Overlap.NONE ? Double.NaN : steady.busiest().use()));
  }
}
