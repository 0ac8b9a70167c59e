package io.strait.realign.report;

import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Section;
import java.util.List;

/** Who sends to whom by a plan, step by step: in natural order, and as it is renumbered. */
public record TrafficPicture(Grid grid, RealignApp app, RealignPlan plan) {
  private static final int MOST_STEPS = 6;

  public Section section() {
    return new Section(
        "Who sends to whom",
        "Rows send, columns receive, cluster by cluster; the stronger the colour, the more bytes.",
        this::write);
  }

  private void write(Html html) {
    int steps = app.phases().size() - 1;
    CommunicationChart.legend(html);
    var natural = RealignTiming.natural(grid, app);
    try {
      for (int step = 0; step < Math.min(steps, MOST_STEPS); step++) {
        if (steps > 1) {
          html.element("h3", "Step %d".formatted(step + 1));
        }
        html.open("div", "class", "pair");
        chart(natural, step).write(html, "natural order");
        chart(plan.numberings(), step).write(html, "renumbered");
        html.close();
      }
    } catch (PlanException e) {
      Page.quiet(html, "Not drawn: %s.".formatted(e.getMessage()));
    }
    Page.more(html, steps - MOST_STEPS, " steps");
  }

  private CommunicationChart chart(List<Permutation> numberings, int step) {
    return new CommunicationChart(
        new CommunicationTable(grid, app, numberings, step, CommunicationChart.MOST_CELLS));
  }
}
