package io.strait.realign.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Planning;
import io.strait.kind.plan.Sweep;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.model.UsageException;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlanFile;
import io.strait.realign.plan.Ranks;
import io.strait.realign.plan.RealignPlanner;
import io.strait.realign.plan.RealignPlanner.Method;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.Console;
import io.strait.view.Numbers;
import io.strait.view.SafeFile;
import io.strait.view.Style;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code strait plan} for a realignment.
 *
 * @param mpiGiven whether the command line names an MPI
 */
public record RealignPlanning(
    Method method, @Nullable Path rankfile, RankFile mpi, boolean mpiGiven)
    implements Planning<RealignApp, RealignPlan> {
  @Override
  public void checkOptions() {
    if (mpiGiven && rankfile == null) {
      throw new UsageException(
          "--mpi says for whom a rankfile is, expected --rankfile FILE with it");
    }
  }

  @Override
  public RealignPlan plan(Inputs<RealignApp> inputs) {
    var app = inputs.app();
    return RealignTiming.timed(inputs.grid(), app, numbered(inputs.grid(), app));
  }

  private RealignPlan numbered(Grid grid, RealignApp app) {
    try {
      return RealignPlanner.plan(grid, app, method);
    } catch (PlanException.Usage e) {
      throw new PlanException.Usage(e.getMessage() + "; expected that, or --method flow");
    }
  }

  @Override
  public Map<String, String> parts(Inputs<RealignApp> inputs, RealignPlan plan) {
    var ranks = Ranks.of(inputs.grid());
    var traffic = plan.after().traffic();
    var parts = new HashMap<String, String>();
    for (int from = 0; from < ranks.clusters(); from++) {
      long all = 0;
      for (int to = 0; to < ranks.clusters(); to++) {
        all += traffic.messages(from, to);
      }
      if (ranks.size(from) > 0) {
        parts.put(
            inputs.grid().clusters().get(from).name(),
            Show.counted(ranks.size(from), "rank")
                + (all == 0
                    ? ""
                    : ", %s of what they send stays"
                        .formatted(Numbers.percent((double) traffic.messages(from, from) / all))));
      }
    }
    return parts;
  }

  @Override
  public String verdict(RealignPlan plan) {
    return RealignVerdict.of(plan);
  }

  @Override
  public String text(Inputs<RealignApp> inputs, RealignPlan plan, Style style) {
    return RealignText.plan(inputs, plan, style);
  }

  @Override
  public Tree json(Inputs<RealignApp> inputs, RealignPlan plan) {
    return RealignPlanFile.json(inputs.grid(), plan);
  }

  @Override
  public String comparison(RealignPlan old, RealignPlan now, Style style) {
    return RealignText.comparison(old, now, style);
  }

  @Override
  public String text(Sweep sweep, List<Sweep.Point<RealignPlan>> points, Style style) {
    return RealignSweep.text(sweep, points, style);
  }

  @Override
  public void point(Tree tree, RealignPlan plan) {
    var after = plan.after();
    tree.put("interior", after.traffic().interior())
        .put("external", after.traffic().external())
        .put("cost", after.cost())
        .put("lower_bound", plan.lowerBound())
        .put("time_s", after.seconds())
        .put(
            "before",
            new Tree()
                .put("interior", plan.before().traffic().interior())
                .put("external", plan.before().traffic().external())
                .put("cost", plan.before().cost())
                .put("time_s", plan.before().seconds()));
  }

  @Override
  public byte[] draw(Path file, Sweep sweep, List<Sweep.Point<RealignPlan>> points)
      throws IOException {
    return RealignSweep.draw(file, sweep, points);
  }

  @Override
  public boolean drawsPlans() {
    return true;
  }

  @Override
  public byte[] draw(Path file, Inputs<RealignApp> inputs, RealignPlan plan) throws IOException {
    return RealignPlot.draw(file, inputs, plan);
  }

  @Override
  public void checkSweep() {
    if (rankfile != null) {
      throw new UsageException("--rankfile holds one plan, expected no --sweep with it");
    }
  }

  /** Writes where MPI is to start ranks. */
  @Override
  public void write(Inputs<RealignApp> inputs, RealignPlan plan, Console console)
      throws IOException {
    if (rankfile != null) {
      SafeFile.write(rankfile, mpi.text(inputs, plan).getBytes(StandardCharsets.UTF_8));
      console.say(
          "wrote %s, for: %s"
              .formatted(rankfile, mpi.command(rankfile, plan.numberings().getFirst().size())));
    }
  }
}
