package io.strait.realign.report;

import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.OutcomeReport;
import io.strait.kind.report.Promise;
import io.strait.kind.report.RunPage;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlanFile;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.realign.outcome.RealignSummary;
import io.strait.realign.plan.Ranks;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that there is to say of one run of a realignment. */
public final class RealignReport extends OutcomeReport<RealignApp, RealignPlan, NumberingOutcome> {
  final Ranks ranks;
  final RealignSummary summary;

  private RealignReport(
      Path folder, String name, PlanFile<RealignApp, RealignPlan> content, RealignSummary summary)
      throws IOException {
    super(folder, name, content, summary.steps());
    this.ranks = Ranks.of(grid());
    this.summary = summary;
  }

  /** Reads the folder of a run that has ended. */
  public static RealignReport read(Path folder, String name) throws IOException {
    var content = plan(folder, RealignPlanFile.FORMAT, "a step of a realignment");
    int ranks = content.plan().numberings().getFirst().size();
    return new RealignReport(folder, name, content, RealignSummary.read(folder, ranks));
  }

  @Override
  public List<String> notes() {
    return plan().notes();
  }

  @Override
  public Table table() {
    return new RealignRuns(List.of(this)).table();
  }

  @Override
  public Tree json() {
    var result = result();
    return new Tree()
        .put("folder", folder().toString())
        .put("app", app().name())
        .put("grid", grid().name())
        .put("time_s", result.time().predicted())
        .put("simulated_time_s", result.time().simulated())
        .put("measured_time_s", result.time().measured())
        .put("precision", result.time().precision())
        .put("warnings", warnings())
        .put("steps", outcomes().stream().map(NumberingOutcome::json).toList());
  }

  @Override
  public RunPage page() {
    return new RealignPage(this);
  }

  @Override
  public Advice advice() {
    return RealignAdvice.of(grid(), app(), ranks.size());
  }

  @Override
  public List<String> warnings() {
    var warnings = new ArrayList<String>();
    for (var each : outcomes()) {
      if (each.isWrong()) {
        warnings.add("%s: elements were not where they belong.".formatted(each.name()));
      }
      if (each.resumed()) {
        warnings.add(
            "%s: an earlier attempt had moved a part; the times are those of the rest."
                .formatted(each.name()));
      }
    }
    return warnings;
  }

  /** What bounds a numbering by the plan. */
  String boundBy(NumberingOutcome step) {
    return step.name().equals("natural") ? plan().before().boundBy() : plan().after().boundBy();
  }

  @Override
  public String verdict() {
    var result = result();
    var text = new StringBuilder();
    @Nullable NumberingOutcome other = summary.other();
    if (other == null) {
      text.append(
          "%s took %s for %s"
              .formatted(
                  result.name(),
                  Show.seconds(result.time().measured()),
                  result.resumed() ? "the rest of a repetition" : "a repetition"));
    } else {
      double times = other.time().measured() / result.time().measured();
      text.append(
          !(Math.abs(times - 1) >= Promise.SAME)
              ? "Renumbering brought nothing: %s for a repetition"
                  .formatted(Show.seconds(result.time().measured()))
              : "Renumbering made it %s times %s: %s instead of %s for a repetition"
                  .formatted(
                      Show.number(times > 1 ? times : 1 / times),
                      times > 1 ? "faster" : "slower",
                      Show.seconds(result.time().measured()),
                      Show.seconds(other.time().measured())));
    }
    if (result.isPromised()) {
      text.append(", %s the plan promises".formatted(result.time().kept()));
      text.append("; the %s bound it".formatted(boundBy(result)));
    } else if (!result.resumed()) {
      text.append(", and the plan promises nothing");
    }
    return text.append('.').append(wrong()).toString();
  }

  private String wrong() {
    return summary.isWrong() ? " But not all elements were where they belong." : "";
  }
}
