package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.farm.task.Reducer;
import io.strait.farm.task.Reducers;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import io.strait.model.quantity.Bytes;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SrmsdTest {
  private static final int TASKS = 40;
  private static final List<byte[]> RESULTS = new ArrayList<>();
  private static final byte[] NOTHING = {};

  @TempDir Path folder;

  @BeforeAll
  static void compute() {
    IntStream.range(0, TASKS)
        .parallel()
        .mapToObj(task -> new Srmsd().compute(task, NOTHING))
        .forEachOrdered(RESULTS::add);
  }

  private Reducer reducer() {
    var app =
        new FarmApp(
            "srmsd",
            TASKS,
            Bytes.parse("4 B"),
            Bytes.parse("2310244 B"),
            Reduction.SUM,
            Element.FLOAT,
            null,
            null,
            new TaskCode.JavaClass(Srmsd.class.getName()));
    return Reducers.of(TaskSpec.of(app, folder), Reducers.class.getClassLoader()).orElseThrow();
  }

  private byte[] sum(List<byte[]> results) {
    var reducer = reducer();
    results.forEach(reducer::add);
    return reducer.result();
  }

  @Test
  void aResultHasThePapersSize() {
    assertThat(RESULTS).allMatch(r -> r.length == 601 * 31 * 31 * 4);
    assertThat(Srmsd.BYTES).isEqualTo(2_310_244);
  }

  @Test
  void aTaskGivesTheSameWheneverItIsComputed() {
    var farm = new Srmsd();
    assertThat(farm.compute(3, NOTHING)).isEqualTo(RESULTS.get(3));
    assertThat(farm.compute(0, NOTHING)).isEqualTo(RESULTS.get(0));
    assertThat(farm.compute(3, NOTHING)).isEqualTo(RESULTS.get(3)).isNotEqualTo(RESULTS.get(0));
  }

  @Test
  void theSumIsTheSameInAnyOrder() {
    var first = sum(RESULTS);
    var shuffled = new ArrayList<>(RESULTS);
    Collections.shuffle(shuffled, new Random(1));
    assertThat(sum(shuffled)).isEqualTo(first);
    var one = reducer();
    var other = reducer();
    shuffled.subList(0, 13).forEach(one::add);
    shuffled.subList(13, TASKS).forEach(other::add);
    one.merge(other.partial());
    assertThat(one.result()).isEqualTo(first);
  }

  private static double signal(FloatBuffer mean, int from, int to, int level) {
    double sum = 0;
    for (int window = from; window < to; window++) {
      sum += mean.get(Srmsd.index(Srmsd.STIMULUS, window, level));
    }
    return sum / (to - from);
  }

  @Test
  void theSignalDecaysAfterTheStimulusAndResonates() {
    var sum = Srmsd.floats(sum(RESULTS));
    int end = Srmsd.LAST_STIMULATED;
    for (int level = 0; level < Srmsd.LEVELS; level++) {
      assertThat(signal(sum, 0, end + 1, level))
          .isGreaterThan(4 * signal(sum, end + 16, end + 24, level));
    }
    for (int[] windows : new int[][] {{0, end + 1}, {end + 4, end + 6}, {end + 6, end + 10}}) {
      double medium = signal(sum, windows[0], windows[1], 9);
      assertThat(medium)
          .isGreaterThan(1.4 * signal(sum, windows[0], windows[1], 0))
          .isGreaterThan(1.4 * signal(sum, windows[0], windows[1], Srmsd.LEVELS - 1));
    }
    // Stored: a round trip after the stimulus there is far more of it than in the end.
    assertThat(signal(sum, end + 4, end + 8, 9))
        .isGreaterThan(3 * signal(sum, end + 18, end + 24, 9));
  }

  @Test
  void theSpectrumPeaksAtTheStimulus() {
    var sum = Srmsd.floats(sum(RESULTS));
    int peak = 20;
    for (int k = 20; k < Srmsd.FREQUENCIES; k++) {
      int at = Srmsd.index(k, 4, 9);
      peak = sum.get(at) > sum.get(Srmsd.index(peak, 4, 9)) ? k : peak;
    }
    assertThat(peak).isBetween(Srmsd.STIMULUS - 1, Srmsd.STIMULUS + 1);
  }

  @Test
  void finishingLeavesMeanAndPicture() throws Exception {
    var total = sum(RESULTS);
    new Srmsd().finish(new Given(TASKS, total, List.of(), folder));
    var mean = Srmsd.floats(Files.readAllBytes(folder.resolve("mean.f32")));
    assertThat(mean.get(5000)).isEqualTo(Srmsd.floats(total).get(5000) / TASKS);
    var picture = ImageIO.read(folder.resolve("srmsd.png").toFile());
    assertThat(picture.getWidth()).isGreaterThan(1000);
  }
}
