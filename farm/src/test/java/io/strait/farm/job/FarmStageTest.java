package io.strait.farm.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.message.Message.Role;
import io.strait.farm.protocol.ChildState;
import io.strait.farm.run.FarmStatus;
import io.strait.kind.file.Span;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is measured of a phase. */
class FarmStageTest {
  private static ClusterPlan cluster(String name) {
    return new ClusterPlan(name, List.of(name + "1"), 2, 2, 2, 1, 1, 1, 0, "");
  }

  private static ChildState child(String name, Role role, boolean connected, int finished) {
    return new ChildState(name, role, connected, 1, 0, finished, 0, 0, 0, 0);
  }

  /** A cluster that had left before the end, and a worker at home, computed what they computed. */
  @Test
  void theDepartedAreCounted() {
    var phase =
        new PhasePlan(
            PhasePlan.Phase.MULTI,
            new PhasePlan.Total(3, 6, 6, 3, 1, 10, 0, "", Span.of(10)),
            List.of(cluster("home"), cluster("near"), cluster("far")),
            List.of(),
            List.of());
    var plan =
        new FarmPlan(
            "front", "home", "home", 60, 1, Objective.EFFICIENT, null, List.of(phase), List.of());
    var status =
        new FarmStatus(
            "run",
            60,
            60,
            0,
            Map.of(),
            0,
            0,
            1,
            10,
            6,
            10,
            List.of(child("home1", Role.WORKER, true, 11), child("near", Role.GATEWAY, false, 20)),
            List.of(child("home2", Role.WORKER, false, 9), child("far", Role.GATEWAY, false, 20)),
            Map.of(),
            List.of());
    var measured = new FarmStage(phase, 2, 0).measured(plan, status, 0);
    assertThat(measured.finished()).isEqualTo(Map.of("home", 20L, "near", 20L, "far", 20L));
  }
}
