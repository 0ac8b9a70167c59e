package io.strait.program.report;

import io.strait.kind.file.PlanFile;
import io.strait.kind.report.Advice;
import io.strait.kind.report.OutcomeReport;
import io.strait.kind.report.RunPage;
import io.strait.kind.report.StepFolder;
import io.strait.model.PlanException;
import io.strait.model.text.InputException;
import io.strait.model.text.Tree;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlanFile;
import io.strait.program.outcome.Busiest;
import io.strait.program.outcome.CandidateOutcome;
import io.strait.program.outcome.ProgramSummary;
import io.strait.program.plan.Flow;
import io.strait.program.show.MissedPromise;
import io.strait.program.show.ProgramRunText;
import io.strait.view.Numbers;
import io.strait.view.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that there is to say of one run of a program. */
public final class ProgramReport extends OutcomeReport<ProgramApp, ProgramPlan, CandidateOutcome> {
  final ProgramSummary summary;
  final Flow flow;

  /** Of every candidate that was run, its parts. */
  private final List<List<PartOutcome>> parts;

  private ProgramReport(
      Path folder,
      String name,
      PlanFile<ProgramApp, ProgramPlan> content,
      ProgramSummary summary,
      Flow flow,
      List<List<PartOutcome>> parts)
      throws IOException {
    super(folder, name, content, summary.candidates());
    this.summary = summary;
    this.flow = flow;
    this.parts = List.copyOf(parts);
  }

  /** Reads the folder of a run that has ended. */
  public static ProgramReport read(Path folder, String name) throws IOException {
    var content = plan(folder, ProgramPlanFile.FORMAT, "a candidate of a program");
    var summary = ProgramSummary.read(folder, content.plan());
    try {
      var flow = new Flow(content.inputs().grid(), content.inputs().app());
      var parts = new ArrayList<List<PartOutcome>>();
      for (var each : summary.candidates()) {
        parts.add(PartOutcome.of(flow, each));
      }
      return new ProgramReport(folder, name, content, summary, flow, parts);
    } catch (PlanException e) {
      throw new InputException(
          "%s: %s".formatted(folder.resolve(StepFolder.PLAN), String.valueOf(e.getMessage())));
    }
  }

  /** The parts of the candidate that the run is about, host by host. */
  List<PartOutcome> parts() {
    return parts.getLast();
  }

  @Override
  public String verdict() {
    return ProgramRunText.verdict(summary);
  }

  @Override
  public Table table() {
    return ProgramRunText.table(summary);
  }

  @Override
  public List<String> notes() {
    return plan().notes();
  }

  @Override
  public RunPage page() {
    return new ProgramPage(this);
  }

  @Override
  public Advice advice() {
    return ProgramAdvice.of(grid(), app());
  }

  /** Of each candidate whether it was late, and the part that its machine was slowest for. */
  @Override
  public List<String> warnings() {
    var warnings = new ArrayList<String>();
    for (int i = 0; i < parts.size(); i++) {
      var name = outcomes().get(i).name();
      var measured = outcomes().get(i).measured();
      if (measured.isTooLate()) {
        warnings.add(
            "%s: an emulated host was late by %.1f %% of the run, because this machine is too slow; choose a smaller time scale."
                .formatted(name, 100 * measured.late()));
      }
      parts.get(i).stream()
          .filter(PartOutcome::isSlow)
          .max(Comparator.comparingDouble(PartOutcome::slowness))
          .ifPresent(part -> warnings.add(slow(name, part)));
    }
    return warnings;
  }

  private static String slow(String candidate, PartOutcome part) {
    return ("%s: this machine was %s for what it emulated, %s took %s of the time that it had;"
            + " choose a smaller time scale.")
        .formatted(
            candidate,
            part.slowness() > 1 ? "too slow" : "hardly fast enough",
            part.name(),
            Numbers.percent(part.slowness()));
  }

  @Override
  public Tree json() {
    var result = result();
    @Nullable Busiest busiest = result.busiest();
    return new Tree()
        .put("folder", folder().toString())
        .put("app", app().name())
        .put("grid", grid().name())
        .put("unit", plan().unit())
        .put("best", result.name())
        .put("machines", result.plan().hosts().size())
        .put("rate", 1 / result.time().predicted())
        .put("simulated_rate", 1 / result.time().simulated())
        .put("measured_rate", result.measured().rate())
        .put("precision", result.precision())
        .put("measured_unit_s", result.measured().unitSeconds())
        .put("measured_time_s", result.measured().seconds())
        .put("bound_by", result.plan().boundBy())
        .put("simulated_bound_by", busiest == null ? null : busiest.name())
        .put("simulated_busy", busiest == null ? null : busiest.use())
        .put("late", result.measured().late())
        .put("why", MissedPromise.why(result, plan().unit()))
        .put("warnings", warnings())
        .put("candidates", outcomes().stream().map(CandidateOutcome::json).toList())
        .put("parts", parts().stream().map(ProgramReport::json).toList());
  }

  private static Tree json(PartOutcome part) {
    return new Tree()
        .put("name", part.measured().name())
        .put("host", part.measured().host())
        .put("share", part.share())
        .put("seconds", part.seconds().predicted())
        .put("measured_s", part.seconds().measured())
        .put("busy", part.busy().predicted())
        .put("measured_busy", part.busy().measured())
        .put("sent_bytes", part.measured().sent());
  }
}
