package io.strait.program.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strait.kind.rank.Payload;
import io.strait.kind.run.RunFailure;
import io.strait.program.file.Pace;
import io.strait.program.plan.Flows;
import io.strait.program.plan.Placement;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data flows of all shapes, carried out for real with ranks that are threads. */
@Tag("long")
final class ProgramRunTest {
  private static final int SEEDS = 25;

  /** Every unit that is due is done once and in order, and every byte arrives unchanged. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 500})
  void randomFlows(double scale) {
    for (long seed = 0; seed < SEEDS; seed++) {
      var wiring = RandomFlow.of(seed);
      var recorder = new Recorder();
      long last = seed;
      var outcome =
          assertTimeoutPreemptively(
              Duration.ofSeconds(120),
              () -> new ProgramRun(wiring, scale, last % 7 == 0, recorder).run(),
              () -> "seed %d does not end".formatted(last));
      int units = wiring.flow().app().units();
      for (var part : wiring.parts()) {
        int every = wiring.flow().app().calculations().get(part.calculation()).every().units();
        var done = recorder.units(part);
        var name = "seed %d, %s".formatted(seed, wiring.name(part));
        if (wiring.pace(part) == Pace.DUE) {
          assertThat(done)
              .as(name)
              .containsExactlyElementsOf(
                  LongStream.range(0, units).filter(unit -> unit % every == 0).boxed().toList());
        } else {
          assertThat(done).as(name).isSorted().doesNotHaveDuplicates();
        }
        if (wiring.pace(part) == Pace.LOOSE) {
          assertThat(done).as(name).allMatch(unit -> unit < units);
        }
      }
      assertThat(recorder.closed()).isEqualTo(wiring.parts().size());
      assertThat(outcome.begins().size()).isEqualTo(units);
      for (int i = 0; i < units; i++) {
        assertThat(outcome.ends().get(i))
            .as("seed %d", seed)
            .isGreaterThanOrEqualTo(outcome.begins().get(i));
        assertThat(outcome.ends().get(i))
            .isGreaterThanOrEqualTo(outcome.ends().get(Math.max(0, i - 1)));
      }
      assertThat(outcome.nanosPerUnit()).isPositive();
      assertNoThreads(wiring);
    }
  }

  /** Who sends knows how large the parts are that receive. */
  @Test
  void sendersKnowSharesOfReceivers() throws InterruptedException {
    var flow =
        Flows.of(
            "grid: g\nclusters: {c: {hosts: [{name: h, count: 2, speed: 1 Gflop/s}]}}\n",
            """
            app: p
            kind: program
            units: 1
            calculations: {first: {time: 1 ms}, second: {time: 1 ms, split: true}}
            data: [{from: first, to: second, volume: 1 kB}]
            """);
    var parts = List.of(new Placement.Part(0, 0.7), new Placement.Part(1, 0.3));
    var placement = new Placement(List.of(List.of(new Placement.Part(0, 1)), parts));
    var seen = new ConcurrentLinkedQueue<Double>();
    RankEngine.Codes codes =
        (wiring, part) ->
            new Code() {
              @Override
              public void run(Program.Unit unit) {
                for (int i = 0; part.calculation() == 0 && i <= unit.parts("second"); i++) {
                  seen.add(unit.before("second", i));
                }
              }

              @Override
              public void close() {}
            };
    new ProgramRun(new Wiring(flow, placement, List.of(0, 1)), 0, false, codes).run();
    assertThat(seen).containsExactly(0.0, 0.7, 1.0);
  }

  /** A part that fails ends all ranks, whatever they wait for, and all code is closed. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 500})
  void randomFailures(double scale) {
    for (long seed = 0; seed < SEEDS; seed++) {
      var wiring = RandomFlow.of(seed);
      var recorder = new Recorder();
      var due = new ArrayList<>(wiring.parts());
      due.removeIf(part -> wiring.pace(part) != Pace.DUE);
      var victim = due.get((int) (seed % due.size()));
      int every = wiring.flow().app().calculations().get(victim.calculation()).every().units();
      long at = seed % 3 == 0 ? 0 : (wiring.flow().app().units() - 1L) / 2 / every * every;
      RankEngine.Codes codes =
          (all, part) -> {
            var good = recorder.open(all, part);
            return !part.equals(victim)
                ? good
                : new Code() {
                  @Override
                  public void run(Program.Unit unit) throws Exception {
                    if (unit.number() >= at) {
                      throw new IllegalStateException("out of paper\nagain");
                    }
                    good.run(unit);
                  }

                  @Override
                  public void close() throws IOException {
                    good.close();
                  }
                };
          };
      long last = seed;
      assertTimeoutPreemptively(
          Duration.ofSeconds(120),
          () ->
              assertThatThrownBy(() -> new ProgramRun(wiring, scale, false, codes).run())
                  .isInstanceOf(RunFailure.class)
                  .hasMessage(
                      "%s failed in unit %d: java.lang.IllegalStateException: out of paper | again"
                          .formatted(wiring.name(victim), at)),
          () -> "seed %d does not end".formatted(last));
      assertThat(recorder.closed()).as("seed %d", seed).isEqualTo(wiring.parts().size());
      assertNoThreads(wiring);
    }
  }

  /** Code that cannot be made ends the run before anything is done; what was made is closed. */
  @Test
  void codeThatCannotBegin() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var wiring = RandomFlow.of(seed);
      var recorder = new Recorder();
      var victim = wiring.parts().getLast();
      RankEngine.Codes codes =
          (all, part) -> {
            if (part.equals(victim)) {
              throw new IllegalArgumentException("there is no such calculation");
            }
            return recorder.open(all, part);
          };
      assertTimeoutPreemptively(
          Duration.ofSeconds(120),
          () ->
              assertThatThrownBy(() -> new ProgramRun(wiring, 0, false, codes).run())
                  .isInstanceOf(RunFailure.class)
                  .hasMessageContaining(wiring.name(victim) + " cannot begin: ")
                  .hasMessageContaining("there is no such calculation"));
      for (var part : wiring.parts()) {
        assertThat(recorder.units(part)).isEmpty();
      }
    }
  }

  /** Code that throws what only the engine should throw has failed all the same. */
  @Test
  void codeThatSaysItWasInterrupted() {
    var wiring = RandomFlow.of(1);
    RankEngine.Codes codes =
        (all, part) ->
            new Code() {
              @Override
              public void run(Program.Unit unit) throws InterruptedException {
                throw new InterruptedException();
              }

              @Override
              public void close() {}
            };
    assertTimeoutPreemptively(
        Duration.ofSeconds(120),
        () ->
            assertThatThrownBy(() -> new ProgramRun(wiring, 0, false, codes).run())
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining("was interrupted"));
  }

  /** Figures arrive at the master as they were measured. */
  @Test
  void figuresTravel() {
    var figures =
        new RankFigures(
            3,
            List.of(
                new RankFigures.PartFigures(
                    1, 2, 3, 9, 4, 5, Instants.of(-6, Long.MAX_VALUE), Instants.of(7)),
                new RankFigures.PartFigures(8, 0, 0, 0, 0, 0, Instants.NONE, Instants.NONE)));
    assertThat(ProgramMessages.figures(3, Payload.wrap(ProgramMessages.figures(figures))))
        .isEqualTo(figures);
  }

  private static void assertNoThreads(Wiring wiring) {
    var names = new ArrayList<String>(List.of("send", "receive"));
    wiring.parts().forEach(part -> names.add(wiring.name(part)));
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContainAnyElementsOf(names);
  }
}
