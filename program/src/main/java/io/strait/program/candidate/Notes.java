package io.strait.program.candidate;

import io.strait.kind.plan.LossNotes;
import io.strait.kind.plan.SilentLinks;
import io.strait.model.quantity.Durations;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Load;
import io.strait.program.plan.Loads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What a reader of a plan should know beyond its numbers. */
final class Notes {
  private static final int MOST_NAMES = 6;

  private final Flow flow;

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
    SharedLans.note(flow, best).ifPresent(notes::add);
    LossNotes.of(flow.grid()).ifPresent(notes::add);
    SilentLinks.of(flow.grid()).ifPresent(notes::add);
    return notes;
  }
}
