package io.strait.farm.job;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.message.Message;
import io.strait.farm.outcome.MeasuredPhase;
import io.strait.farm.run.FarmStatus;
import io.strait.model.text.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A phase of a plan that is to be run.
 *
 * @param scale how many times faster than life it is emulated; 0 if it is not
 * @param reference a published speedup to show beside ours; 0 if there is none
 */
record FarmStage(PhasePlan phase, double scale, double reference) {
  boolean isEmulated() {
    return scale > 0;
  }

  /** Seconds of the run's clock per second of life. */
  double clock() {
    return isEmulated() ? scale : 1;
  }

  String name() {
    return phase.phase().word();
  }

  /**
   * What the run took; one master must have done all of it.
   *
   * @param head seconds before anybody could begin
   */
  MeasuredPhase measured(FarmPlan plan, FarmStatus status, double head) {
    var finished = MeasuredPhase.counts(phase);
    Stream.concat(status.children().stream(), status.departed().stream())
        .forEach(
            child ->
                finished.merge(
                    child.role() == Message.Role.GATEWAY ? child.name() : plan.masterCluster(),
                    (long) child.finished(),
                    Long::sum));
    return new MeasuredPhase(phase, status.tasks(), status.elapsed() * clock() + head, finished);
  }

  /** Stages in one line, for the folder of a run. */
  static String write(List<FarmStage> stages) {
    return String.join(
        ",", stages.stream().map(s -> s.name() + ":" + s.scale + ":" + s.reference).toList());
  }

  /** Reads such a line. */
  static List<FarmStage> read(FarmPlan plan, String line) {
    var stages = new ArrayList<FarmStage>();
    for (var entry : line.split(",", -1)) {
      var parts = entry.split(":", -1);
      try {
        var phase = parts.length == 3 ? phase(plan, parts[0]) : null;
        if (phase != null) {
          stages.add(
              new FarmStage(phase, Double.parseDouble(parts[1]), Double.parseDouble(parts[2])));
          continue;
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw new InputException(
          "run.json has a step '%s', expected PHASE:SCALE:SPEEDUP".formatted(entry));
    }
    return stages;
  }

  /** The phase of this name; null if the plan has none. */
  static @Nullable PhasePlan phase(FarmPlan plan, String name) {
    return plan.steps().stream()
        .filter(p -> p.phase().word().equals(name))
        .findFirst()
        .orElse(null);
  }
}
