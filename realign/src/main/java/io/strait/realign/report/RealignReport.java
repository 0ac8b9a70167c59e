package io.strait.realign.report;

import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.Promise;
import io.strait.kind.report.RunPage;
import io.strait.kind.report.RunReport;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlanFile;
import io.strait.realign.plan.Ranks;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that there is to say of one run of a realignment. */
public final class RealignReport extends RunReport<RealignApp, RealignPlan> {
  final Ranks ranks;
  private final List<RealignFigures> steps;
  private final boolean compared;
  final String began;

  private RealignReport(
      Path folder,
      String name,
      PlanFile<RealignApp, RealignPlan> content,
      List<RealignFigures> steps,
      boolean compared,
      String began) {
    super(folder, name, content);
    this.ranks = Ranks.of(grid());
    this.steps = List.copyOf(steps);
    this.compared = compared;
    this.began = began;
  }

  /** Reads the folder of a run that has ended. */
  public static RealignReport read(Path folder, String name) throws IOException {
    @Nullable Path run = StepFolder.run(folder);
    if (run != null) {
      throw new InputException(
          "%s: a step of a realignment's run, expected the run, whose report has all of them: %s"
              .formatted(folder, run));
    }
    var content = PlanFile.read(Document.read(folder.resolve("plan.yaml")), RealignPlanFile.FORMAT);
    var steps = RealignSummary.read(folder, content.plan().numberings().getFirst().size());
    var file = folder.resolve("run.json");
    var began = Files.exists(file) ? RunFolder.read(file).getOrDefault("began", "") : "";
    return new RealignReport(
        folder, name, content, steps, RealignSummary.isCompared(folder), began);
  }

  /** What was run; the last one is the plan's. */
  public List<RealignFigures> steps() {
    return steps;
  }

  public RealignFigures result() {
    return steps.getLast();
  }

  /** What the plan is compared with; null where nothing else was run, or not as a whole. */
  public @Nullable RealignFigures other() {
    return compared && steps.size() > 1 && steps.stream().noneMatch(RealignFigures::resumed)
        ? steps.getFirst()
        : null;
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
        .put("time_s", result.repetition().predicted())
        .put("simulated_time_s", result.repetition().simulated())
        .put("measured_time_s", result.repetition().measured())
        .put("precision", result.repetition().precision())
        .put("warnings", warnings())
        .put("steps", steps.stream().map(RealignFigures::json).toList());
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
    for (var each : steps) {
      if (!each.verified()) {
        warnings.add("%s: elements were not where they belong.".formatted(each.name()));
      }
      if (each.resumed()) {
        warnings.add(
            "%s: a former life had done a part; times are those of the rest."
                .formatted(each.name()));
      }
    }
    return warnings;
  }

  /** What bounds a numbering by the plan. */
  String boundBy(RealignFigures step) {
    return step.isNatural() ? plan().before().boundBy() : plan().after().boundBy();
  }

  @Override
  public String verdict() {
    var result = result();
    var text = new StringBuilder();
    @Nullable RealignFigures other = other();
    if (other == null) {
      text.append(
          "%s took %s for %s"
              .formatted(
                  result.name(),
                  Show.seconds(result.repetition().measured()),
                  result.resumed() ? "the rest of a repetition" : "a repetition"));
    } else {
      double times = other.repetition().measured() / result.repetition().measured();
      text.append(
          !(Math.abs(times - 1) >= Promise.SAME)
              ? "Renumbering brought nothing: %s for a repetition"
                  .formatted(Show.seconds(result.repetition().measured()))
              : "Renumbering made it %s times %s: %s instead of %s for a repetition"
                  .formatted(
                      Show.number(times > 1 ? times : 1 / times),
                      times > 1 ? "faster" : "slower",
                      Show.seconds(result.repetition().measured()),
                      Show.seconds(other.repetition().measured())));
    }
    if (result.isPromised()) {
      text.append(", %s the plan promises".formatted(result.repetition().kept()));
      text.append("; the %s bound it".formatted(boundBy(result)));
    } else if (!result.resumed()) {
      text.append(", and the plan promises nothing");
    }
    return text.append('.').append(wrong()).toString();
  }

  private String wrong() {
    return steps.stream().allMatch(RealignFigures::verified)
        ? ""
        : " But not all elements were where they belong.";
  }
}
