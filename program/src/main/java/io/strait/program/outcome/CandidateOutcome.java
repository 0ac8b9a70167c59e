package io.strait.program.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Outcome;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.program.file.ProgramPlan.Candidate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A candidate as it was run.
 *
 * @param scale how many times faster than real time the grid was emulated; 0 for no emulation
 * @param time seconds between the ends of two units; only measured where the plan promises nothing
 *     of the machines that ran it
 * @param busiest by the simulation; null if it is not known
 */
public record CandidateOutcome(
    Candidate plan, double scale, Promise time, @Nullable Busiest busiest, ProgramMeasured measured)
    implements Outcome {
  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public boolean isPromised() {
    return time.predicted() > 0;
  }

  /** As {@code summary.json} and reports have it. */
  public Tree json() {
    return new Tree()
        .put("name", name())
        .put("time_scale", scale)
        .put("rate", 1 / time.predicted())
        .put("simulated_rate", 1 / time.simulated())
        .put("measured_rate", measured.rate())
        .put("precision", precision())
        .put("unit_s", plan.unitSeconds())
        .put("measured_unit_s", measured.unitSeconds())
        .put("time_s", plan.timeSeconds())
        .put("measured_time_s", measured.seconds())
        .put("units", measured.units())
        .put("late", measured.late())
        .put("bound_by", plan.boundBy())
        .putIfPresent("simulated_bound_by", busiest == null ? null : busiest.name())
        .putIfPresent(
            "simulated_busy",
            busiest == null || Double.isNaN(busiest.use()) ? null : busiest.use());
  }

  /**
   * Reads what {@link #json} wrote.
   *
   * @param parts what the folder of its stage says of them
   */
  static CandidateOutcome read(
      JsonFile file, Node.Mapping node, Candidate plan, List<PartMeasured> parts) {
    double measured = file.required(node, "measured_rate", "a candidate");
    return new CandidateOutcome(
        plan,
        file.numberOrZero(node, "time_scale"),
        new Promise(
            1 / file.number(node, "rate"), 1 / file.number(node, "simulated_rate"), 1 / measured),
        busiest(file, node),
        new ProgramMeasured(
            (long) file.required(node, "units", "a candidate"),
            file.required(node, "measured_time_s", "a candidate"),
            1 / measured,
            file.required(node, "measured_unit_s", "a candidate"),
            file.numberOrZero(node, "late"),
            parts));
  }

  /** Summaries of older runs have none. */
  private static @Nullable Busiest busiest(JsonFile file, Node.Mapping node) {
    return node.get("simulated_bound_by") == null
        ? null
        : new Busiest(file.text(node, "simulated_bound_by"), file.number(node, "simulated_busy"));
  }
}
