package io.strait.program.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.UsageException;
import io.strait.model.text.Tree;
import io.strait.program.candidate.Aim;
import io.strait.program.candidate.ProgramPlanner;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.HostUse;
import io.strait.program.file.ProgramPlan.PlacedPart;
import io.strait.program.file.ProgramPlanFile;
import io.strait.view.Console;
import io.strait.view.SafeFile;
import io.strait.view.Style;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait plan} for a program.
 *
 * @param matrix where to draw the resource matrix; null if it is not wanted
 */
public record ProgramPlanning(Aim aim, @Nullable Path matrix)
    implements Planning<ProgramApp, ProgramPlan> {
  @Override
  public ProgramPlan plan(Inputs<ProgramApp> inputs) {
    return ProgramPlanner.plan(inputs.grid(), inputs.app(), aim);
  }

  /** What is placed on a host that the grid lacks is nowhere. */
  @Override
  public Map<String, String> parts(Inputs<ProgramApp> inputs, ProgramPlan plan) {
    var best = plan.result();
    var parts = new HashMap<String, String>();
    for (var cluster : inputs.grid().clusters()) {
      var used =
          best.hosts().stream()
              .map(HostUse::host)
              .filter(host -> cluster.hosts().stream().anyMatch(group -> group.has(host)))
              .toList();
      var calculations =
          best.parts().stream()
              .filter(part -> used.contains(part.host()))
              .map(PlacedPart::calculation)
              .distinct()
              .toList();
      if (!used.isEmpty()) {
        parts.put(
            cluster.name(),
            Show.counted(used.size(), "host")
                + (calculations.isEmpty() ? "" : ": " + String.join(", ", calculations)));
      }
    }
    return parts;
  }

  @Override
  public String verdict(ProgramPlan plan) {
    return ProgramVerdict.of(plan);
  }

  @Override
  public String text(Inputs<ProgramApp> inputs, ProgramPlan plan, Style style) {
    return ProgramText.plan(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs<ProgramApp> inputs, ProgramPlan plan) {
    return ProgramPlanFile.tree(plan);
  }

  @Override
  public String comparison(ProgramPlan old, ProgramPlan now, Style style) {
    return ProgramText.comparison(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<ProgramPlan>> points, Style style) {
    return ProgramText.sweep(sweep, points, style);
  }

  @Override
  public void point(Tree tree, ProgramPlan plan) {
    var best = plan.result();
    tree.put("best", best.name())
        .put("machines", best.hosts().size())
        .put("rate", best.rate())
        .put("speedup", plan.gain(best))
        .put("unit_s", best.unitSeconds())
        .put("bound_by", best.boundBy());
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<ProgramPlan>> points)
      throws IOException {
    return ProgramPlot.draw(file, sweep, points);
  }

  @Override
  public boolean drawsPlans() {
    return true;
  }

  @Override
  public byte[] draw(Path file, Inputs<ProgramApp> inputs, ProgramPlan plan) throws IOException {
    return ProgramPlot.draw(file, inputs, plan);
  }

  @Override
  public void checkSweep() {
    if (matrix != null) {
      throw new UsageException("--matrix draws one program, expected no --sweep with it");
    }
  }

  /** Draws the resource matrix. */
  @Override
  public void write(Inputs<ProgramApp> inputs, ProgramPlan plan, Console console)
      throws IOException {
    if (matrix != null) {
      SafeFile.write(matrix, MatrixPicture.draw(matrix, inputs));
      console.say("wrote " + matrix);
    }
  }
}
