package io.strait.farm.report;

import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import io.strait.view.page.Show;
import org.jspecify.annotations.Nullable;

/** A run in one sentence: was the promise kept, and what bound it? */
final class FarmVerdict {
  private static final double NEARLY = 0.85;
  private static final double KEPT = 0.95;

  private FarmVerdict() {}

  static String of(FarmReport run) {
    var total = run.result().total();
    boolean done = run.finished() >= run.tasks();
    // A whole run has its start and end, which the promise counts and the plan's rate does not.
    var promised = run.plan().result().total();
    double share =
        total.rate().measured()
            / total.rate().predicted()
            * (done ? promised.promisedSeconds() / promised.timeSeconds() : 1);
    var text = new StringBuilder();
    if (done && run.isResumed()) {
      text.append("%s tasks were done".formatted(Show.count(run.tasks())));
    } else if (done) {
      text.append(
          "%s tasks took %s".formatted(Show.count(run.tasks()), Durations.rounded(run.seconds())));
    } else {
      text.append(
          "%s of %s tasks were done after %s, when %s"
              .formatted(
                  Show.count(run.finished()),
                  Show.count(run.tasks()),
                  Durations.rounded(run.seconds()),
                  run.isGoing()
                      ? "this page was made"
                      : run.state().equals("stopped") ? "the run was stopped" : "the run ended"));
    }
    if (!run.isPromised()) {
      text.append(" without emulation, so the plan promises nothing");
    } else if (run.isResumed()) {
      text.append(", but the run was interrupted and resumed: nothing was measured");
    } else if (Double.isFinite(share)) {
      text.append(", %s of the promised rate".formatted(Numbers.percent(share)));
      text.append(
          share >= KEPT || total.precision() == 1
              ? ": the promise was kept"
              : share >= NEARLY ? ": nearly what was promised" : ": less than was promised");
    }
    return text.append("; ")
        .append(bound(run))
        .append(".")
        .append(failures(run))
        .append(
            run.summary.warning().isEmpty()
                ? ""
                : " But this machine was too slow for what it emulated.")
        .toString();
  }

  private static String failures(FarmReport run) {
    return run.failed() == 0
        ? ""
        : " %s %s for good."
            .formatted(
                Show.count(run.failed()), run.failed() == 1 ? "task failed" : "tasks failed");
  }

  private static String bound(FarmReport run) {
    var words = new LossWords(run);
    @Nullable LossCause trouble = words.trouble();
    if (trouble != null) {
      return words.verdict(trouble);
    }
    @Nullable Bottleneck found = Bottleneck.decisive(run);
    return found == null
        ? "what bound it was not measured"
        : found.words() + (found.isIdle() ? words.most() : "");
  }
}
