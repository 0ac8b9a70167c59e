package io.strait.farm.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmFile;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.kind.report.Advice.Idea;
import io.strait.model.text.Document;
import org.junit.jupiter.api.Test;

/** What would help a farm, in words that hold for its grid. */
class FarmAdviceTest {
  /** A laptop that computes nothing has no rate that others could be faster than. */
  @Test
  void aHomeWithoutWorkersHasNoSpeedup() {
    var grid =
        """
        grid: g
        home: home
        clusters:
          home: {hosts: [{name: laptop, role: master}]}
          east: {hosts: [{name: e, count: 2, rate: 10/s}]}
        links: [{between: [home, east], bandwidth: 2 MB/s}]
        """;
    var app = "{app: tiny, kind: farm, tasks: 1000, output: 1 kB}";
    var inputs =
        FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    var plan = FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
    var advice = FarmAdvice.of(inputs.grid(), inputs.app(), plan, null, true);
    assertThat(advice.basis()).isEqualTo("20.0 tasks/s");
    var best = advice.ideas().getFirst();
    assertThat(best).extracting(Idea::what).isEqualTo("hosts of east twice as fast");
    assertThat(best.worth().text()).isEqualTo("40.0 tasks/s");
  }
}
