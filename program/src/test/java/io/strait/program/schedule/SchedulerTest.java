package io.strait.program.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.program.plan.Flow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules beside all placements, and beside their bound. */
class SchedulerTest {
  private static List<Integer> all(Flow flow) {
    return IntStream.range(0, flow.machines().size()).boxed().toList();
  }

  private static void compare(Flow flow, int most, boolean isCut) {
    var schedule = Scheduler.best(flow, all(flow), most);
    double exact = Exhaustive.rate(flow, all(flow), most);
    double rate = schedule.evaluation().rate();
    assertThat(schedule.isExact()).isTrue();
    assertThat(schedule.placement().machines().size()).isLessThanOrEqualTo(most);
    assertThat(rate).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
    if (!isCut) {
      assertThat(rate).isLessThanOrEqualTo(exact * (1 + 1e-9));
    }
    assertThat(schedule.rateBound()).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
    assertThat(new Bound(flow, most).rate()).isGreaterThanOrEqualTo(rate * (1 - 1e-9));
    if (flow.app().slices().isEmpty()) {
      assertThat(Exhaustive.isPossible(flow, schedule)).isTrue();
    }
  }

  /** The bound by itself, before it is compared with what was found. */
  private record Bound(Flow flow, int most) {
    double rate() {
      var problem = new Problem(flow, all(flow), most);
      boolean isGiven = !problem.isThreaded && !flow.app().slices().isEmpty();
      return 1
          / new Bounds(problem)
              .seconds(isGiven ? io.strait.program.plan.Slices.levels(flow) : List.of());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "none"})
  void small(String overlap) {
    for (int seed = 0; seed < 60; seed++) {
      int calculations = 1 + seed % 5;
      int hosts = 1 + seed / 5 % 4;
      var flow = RandomPrograms.small(seed, calculations, hosts, 0, overlap);
      compare(flow, 1 + seed % hosts, false);
      compare(flow, hosts, false);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "none"})
  void split(String overlap) {
    for (int seed = 100; seed < 140; seed++) {
      var flow = RandomPrograms.small(seed, 2 + seed % 3, 1 + seed % 4, 1 + seed % 2, overlap);
      compare(flow, flow.machines().size(), true);
    }
  }
}
