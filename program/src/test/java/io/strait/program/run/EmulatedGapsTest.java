package io.strait.program.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Gaps carry one piece after the other, as they come to them. */
class EmulatedGapsTest {
  private static final int MB = 1_000_000;
  private static final long MILLI = 1_000_000;

  private static final Wiring WIRING =
      StreamFlow.of(
              """
              grid: star
              clusters:
                a: {hosts: [{name: a}]}
                c: {hosts: [{name: c}]}
                b: {hosts: [{name: b}]}
                x: {hosts: [{name: x, role: master}]}
              links:
                - {between: [a, x], bandwidth: 1 MB/s}
                - {between: [c, x], bandwidth: 10 MB/s}
                - {between: [x, b], bandwidth: 10 MB/s}
              """,
              """
              calculations: {left: {time: 1 ms}, right: {time: 1 ms}, sum: {time: 1 ms}}
              data:
                - {from: left, to: sum, volume: 1 MB}
                - {from: right, to: sum, volume: 100 kB}
              """)
          .wiring();

  private final Wiring.Channel left = WIRING.channels().getFirst();
  private final Wiring.Channel right = WIRING.channels().getLast();
  private final EmulatedGaps gaps = new EmulatedGaps(1);

  /** A piece that comes slowly does not keep a gap that it will need later. */
  @Test
  void whatIsIdleIsToBeHad() {
    var first = gaps.pass(left, MB, 0, 1000 * MILLI, 0);
    assertThat(first.passed()).isEqualTo(1000 * MILLI);
    var second = gaps.pass(right, MB / 10, 10 * MILLI, 10 * MILLI, 0);
    assertThat(second.passed()).isEqualTo(20 * MILLI);
  }

  /** Two pieces at once: the second waits, and a third finds no hole before it. */
  @Test
  void oneAfterTheOther() {
    assertThat(gaps.pass(right, MB, 0, 0, 0).passed()).isEqualTo(100 * MILLI);
    assertThat(gaps.pass(right, MB, 50 * MILLI, 0, 0).passed()).isEqualTo(200 * MILLI);
    assertThat(gaps.pass(right, MB / 10, 60 * MILLI, 0, 0).passed()).isEqualTo(210 * MILLI);
  }

  /** Between slow cards a fast gap keeps nobody waiting: data stream, as in slices. */
  @Test
  void aFastGapBetweenSlowCards() {
    var passage = gaps.pass(right, MB, 0, 1000 * MILLI, 1000 * MILLI);
    assertThat(passage.ready()).isZero();
    assertThat(gaps.pass(right, MB, 2000 * MILLI, 1000 * MILLI, 400 * MILLI).ready())
        .isEqualTo(2600 * MILLI);
  }
}
