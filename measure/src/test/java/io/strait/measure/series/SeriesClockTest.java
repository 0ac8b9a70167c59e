package io.strait.measure.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesClockTest {
  private static final Offset<Double> EXACT = within(1e-6);

  private double clock = 1000;
  private double stopwatch;
  private final List<String> notes = new ArrayList<>();
  private final SeriesClock times = new SeriesClock(() -> clock, () -> stopwatch, notes::add);

  private void pass(double seconds) {
    clock += seconds;
    stopwatch += seconds;
  }

  @Test
  void timesAreThoseOfTheClock() {
    assertThat(times.now()).isEqualTo(1000);
    pass(30);
    assertThat(times.now()).isEqualTo(1030);
    clock += 500; // ahead is no trouble
    assertThat(times.now()).isEqualTo(1530);
    assertThat(notes).isEmpty();
  }

  @Test
  void aClockThatJumpsBackIsNotFollowed() {
    times.now();
    pass(30);
    times.now();
    clock -= 100;
    pass(30);
    assertThat(times.now()).isEqualTo(1060, EXACT);
    pass(30);
    assertThat(times.now()).isEqualTo(1090, EXACT);
    assertThat(notes)
        .containsExactly(
            "the clock of this machine is 100 s behind the last value; times go on from there until"
                + " it has caught up");
    clock += 100;
    pass(30);
    assertThat(times.now()).isEqualTo(1120, EXACT);
    clock -= 50;
    times.now();
    assertThat(notes).hasSize(2);
  }

  @Test
  void aSeriesFromTheFuture() {
    times.notBefore(5000);
    pass(10);
    assertThat(times.now()).isEqualTo(5010, EXACT);
    assertThat(notes).hasSize(1).first().asString().contains("4000 s behind");
  }

  @RepeatedTest(20)
  void timesNeverGoBack(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    double last = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < 1000; i++) {
      pass(random.nextDouble(10));
      if (random.nextInt(20) == 0) {
        clock += random.nextGaussian() * 1000;
      }
      double now = times.now();
      assertThat(now).isGreaterThanOrEqualTo(last);
      assertThat(now).isGreaterThanOrEqualTo(clock);
      last = now;
    }
  }

  @Test
  void theFreeShareOfACpu(@TempDir Path folder) throws IOException {
    var file = folder.resolve("stat");
    Files.writeString(file, "cpu  100 0 50 800 50 0 0 0 7 7\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
    var share = new CpuShare(file);
    assertThat(share.sinceLast()).isNaN();
    Files.writeString(file, "cpu  130 10 60 830 70 0 0 20 7 7\n"); // 50 of 120 ticks
    assertThat(share.sinceLast()).isEqualTo(50.0 / 120, EXACT);
    Files.writeString(file, "cpu  230 10 60 830 70 0 0 20 7 7\n");
    assertThat(share.sinceLast()).isZero();
  }
}
