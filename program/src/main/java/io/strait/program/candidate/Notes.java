package io.strait.program.candidate;

import io.strait.kind.plan.LossNotes;
import io.strait.model.quantity.Durations;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Load;
import io.strait.program.plan.Loads;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What a reader of a plan should know beyond its numbers. */
final class Notes {
  private static final int MOST_NAMES = 6;

  private final Flow flow;

  /** A share of a unit's time that is worth a sentence. */
  private static final double WORTH_SAYING = 0.05;

  Notes(Flow flow) {
    this.flow = flow;
  }

  /**
   * @param skipped candidates that were not rehearsed
   */
  List<String> of(Candidate best, Collection<String> skipped) {
    var notes = new ArrayList<String>();
    new Loads(flow, Candidates.placement(flow, best))
        .all().stream()
            .filter(load -> load.timed() > 1)
            .max(Comparator.comparingDouble(Load::timed))
            .ifPresent(
                load ->
                    notes.add(
                        ("%s: work by the clock needs %.0f %% of the time,"
                                + " so it is done less often than the file says.")
                            .formatted(load.name(), 100 * load.timed())));
    var app = flow.app();
    if (app.units() > 1 && best.isBrief(app.units())) {
      notes.add(
          "%,d %s are too few for that rate, because filling and emptying count: all take %s."
              .formatted(app.units(), app.unit(), Durations.rounded(best.timeSeconds())));
    }
    if (!skipped.isEmpty()) {
      notes.add(
          ("Not rehearsed, because that would take long: %s%s;"
                  + " their rates are those of the laws, which know nothing of waiting.")
              .formatted(
                  String.join(", ", skipped.stream().limit(MOST_NAMES).toList()),
                  skipped.size() > MOST_NAMES
                      ? " and %d more".formatted(skipped.size() - MOST_NAMES)
                      : ""));
    }
    double unit = best.unitSeconds();
    double soonest = Evaluation.soonest(flow, Candidates.placement(flow, best), unit);
    if (soonest < (1 - WORTH_SAYING) * unit) {
      notes.add(
          "A run does not wait at the ends of slices: one of the %s may take %s instead of %s."
              .formatted(app.unit(), Show.seconds(soonest), Show.seconds(unit)));
    }
    SharedLans.note(flow, best).ifPresent(notes::add);
    LossNotes.of(flow.grid()).ifPresent(notes::add);
    return notes;
  }
}
