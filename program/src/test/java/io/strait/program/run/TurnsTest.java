package io.strait.program.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.program.plan.Flows;
import io.strait.program.plan.Placement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Hosts that do one thing at a time do it in the order of the plan's slices. */
class TurnsTest {
  /** What another host waits for comes before what stands first in the file. */
  @Test
  void slicesSayWhatComesFirst() {
    var right = wiring(List.of(List.of(0, 2), List.of(1, 3)));
    assertThat(right.order(0)).containsExactly(0, 2, 1);
    assertThat(right.order(1)).containsExactly(3);
    // Slices that contradict the data would have hosts wait for each other.
    assertThat(wiring(List.of(List.of(3, 2), List.of(1, 0))).order(0)).containsExactly(0, 1, 2);
  }

  /** All but the last calculation are on one host. */
  private static Wiring wiring(List<List<Integer>> slices) {
    var flow =
        Flows.of(
            "grid: g\nclusters: {c: {hosts: [{name: h, count: 2, speed: 1 Gflop/s}]}}\n",
            """
            app: p
            kind: program
            calculations: {first: {time: 1 ms}, side: {time: 9 ms}, main: {time: 2 ms}, last: {time: 20 ms}}
            data:
              - {from: first, to: side, volume: 1 B}
              - {from: first, to: main, volume: 1 B}
              - {from: main, to: last, volume: 1 B}
            """);
    var here = List.of(new Placement.Part(0, 1));
    var there = List.of(new Placement.Part(1, 1));
    return new Wiring(flow, new Placement(List.of(here, here, here, there)), List.of(0, 1), slices);
  }

  @Test
  void partsTakeTurns() throws InterruptedException {
    var turns = new Turns(List.of(2, 0, 1));
    var came = new CopyOnWriteArrayList<Integer>();
    var threads = new CopyOnWriteArrayList<Thread>();
    for (int part = 0; part < 4; part++) { // the last has no turn of its own
      int number = part;
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int unit = 0; unit < 5; unit++) {
                      try {
                        turns.enter(number);
                      } catch (InterruptedException e) {
                        return;
                      }
                      came.add(number);
                      turns.leave(number, 0);
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(came.stream().filter(part -> part < 3).toList())
        .containsExactly(2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1);
    assertThat(came).hasSize(20);
  }
}
