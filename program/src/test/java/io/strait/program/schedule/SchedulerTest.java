package io.strait.program.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.PlanException;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Flows;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules beside all placements, and beside their bound. */
@Tag("long")
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
      return 1 / new Bounds(problem).seconds(isGiven ? Slices.levels(flow) : List.of());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "none"})
  void small(String overlap) {
    for (int seed = 0; seed < 60; seed++) {
      int calculations = 1 + seed % 5;
      int hosts = 1 + seed / 5 % 4;
      var flow = RandomPrograms.small(seed, calculations, hosts, 0, overlap);
      compare(flow, seed % 3 == 0 ? 1 + seed % hosts : hosts, false);
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

  @ParameterizedTest
  @CsvSource({
    "200, 8, 4, 0, threads",
    "201, 8, 4, 0, threads",
    "202, 6, 4, 2, threads",
    "203, 7, 3, 0, none",
    "204, 6, 4, 0, none",
    "205, 8, 2, 0, none",
    "206, 5, 4, 1, none"
  })
  @Tag("long")
  void full(int seed, int calculations, int hosts, int splits, String overlap) {
    compare(RandomPrograms.small(seed, calculations, hosts, splits, overlap), hosts, splits > 0);
  }

  /** The distribution of the programs is that of {@link RandomPrograms#large}. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void nearTheBound(int seed) {
    var flow = RandomPrograms.large(seed, 200, 50, "threads");
    long start = System.nanoTime();
    var schedule = Scheduler.best(flow, all(flow), 50);
    System.out.printf(
        "threads %d: gap %.2f %% in %.2f s%n",
        seed, 100 * schedule.gap(), (System.nanoTime() - start) / 1e9);
    assertThat(schedule.gap()).isLessThanOrEqualTo(0.05);
  }

  /** In time slices the bound is weaker, because it knows nothing of waiting for slices to end. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void slices(int seed) {
    var flow = RandomPrograms.large(seed, 200, 50, "none");
    long start = System.nanoTime();
    var schedule = Scheduler.best(flow, all(flow), 50);
    double level = new Evaluated(flow, schedule).byLevels();
    System.out.printf(
        "none %d: gap %.2f %% in %.2f s%n",
        seed, 100 * schedule.gap(), (System.nanoTime() - start) / 1e9);
    assertThat(schedule.gap()).isLessThanOrEqualTo(0.4);
    assertThat(schedule.evaluation().rate()).isGreaterThanOrEqualTo(level);
    assertThat(schedule.levels().stream().mapToInt(List::size).sum()).isEqualTo(200);
  }

  /** A schedule's placement in the slices of the data flow's levels. */
  private record Evaluated(Flow flow, Schedule schedule) {
    double byLevels() {
      return Evaluation.of(flow, schedule.placement()).rate();
    }
  }

  private static Flow flow(String hosts, String app) {
    var grid =
        """
        grid: g
        clusters:
          one:
            lan: {bandwidth: 100 MB/s, latency: 1 ms}
            hosts:
        %s
        """
            .formatted(hosts.indent(6));
    return Flows.of(grid, "app: a\nkind: program\n" + app);
  }

  /** One long calculation decides, so that all others fit on a second machine. */
  @Test
  void fewerMachines() {
    var flow =
        flow(
            "- {name: pc, count: 6}",
            """
            overlap: threads
            calculations:
              long: {time: 600 ms}
              a: {time: 100 ms}
              b: {time: 150 ms}
              c: {time: 200 ms}
              d: {time: 150 ms}
            """);
    var schedule = Scheduler.best(flow, all(flow), 6);
    assertThat(schedule.isExact()).isTrue();
    assertThat(schedule.evaluation().rate()).isCloseTo(1 / 0.6, within(1e-9));
    assertThat(schedule.placement().machines()).hasSize(2);
  }

  /** Two pipelines of two machines each overlap if the second half of one waits for a slice. */
  @Test
  void laterSlices() {
    var flow =
        flow(
            "- {name: pc, count: 2}",
            """
            calculations:
              a1: {time: 1 s}
              a2: {time: 1 s}
              b1: {time: 1 s}
              b2: {time: 1 s}
            data:
              - {from: a1, to: a2, volume: 1 B}
              - {from: b1, to: b2, volume: 1 B}
            place: {a1: pc1, b1: pc1, a2: pc2, b2: pc2}
            """);
    var schedule = Scheduler.best(flow, all(flow), 2);
    assertThat(schedule.levels()).hasSize(3);
    assertThat(schedule.evaluation().unitSeconds()).isCloseTo(3.002, within(1e-6));
    assertThat(Evaluation.of(flow, schedule.placement()).unitSeconds())
        .isCloseTo(4.001, within(1e-6));
  }

  /** A machine that already does something gets less of a calculation that is cut. */
  @Test
  void sharesFillUp() {
    var flow =
        flow(
            "- {name: pc, count: 3}",
            """
            overlap: threads
            calculations:
              whole: {time: 300 ms}
              rows: {time: 900 ms, split: rows}
            """);
    var schedule = Scheduler.best(flow, all(flow), 3);
    assertThat(schedule.evaluation().rate()).isCloseTo(2.5, within(1e-6));
    assertThat(schedule.isExact()).isTrue();
  }

  @Test
  void placesAreKept() {
    var flow =
        flow(
            "- {name: pc, count: 3}\n- {name: screen}",
            """
            overlap: threads
            calculations:
              trace: {time: 900 ms, split: rows}
              show: {time: 10 ms}
            place: {trace: [pc1, pc3], show: screen}
            """);
    var parts = Scheduler.best(flow, all(flow), 4).placement().parts();
    assertThat(parts.getFirst()).extracting(Placement.Part::machine).containsExactly(0, 2);
    assertThat(parts.getLast()).containsExactly(new Placement.Part(3, 1));
    assertThatThrownBy(() -> Scheduler.best(flow, all(flow), 2))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("place");
    assertThatThrownBy(() -> Scheduler.best(flow, List.of(0, 1, 2), 3))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("show is placed on screen");
  }

  /** More machines never make it slower, and equal calls have equal answers. */
  @ParameterizedTest
  @ValueSource(strings = {"threads", "none"})
  void overMachines(String overlap) {
    var flow = RandomPrograms.small(302, 6, 5, 1, overlap);
    double last = 0;
    for (int most = 1; most <= 5; most++) {
      var schedule = Scheduler.best(flow, all(flow), most);
      assertThat(schedule.evaluation().rate()).isGreaterThanOrEqualTo(last * (1 - 1e-6));
      assertThat(Scheduler.best(flow, all(flow), most)).isEqualTo(schedule);
      last = schedule.evaluation().rate();
    }
  }
}
