package io.strait.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
class PlacementTest {
  private static final Path FOLDER = Path.of("..", "examples", "nine-machines");

  /**
   * Clocks are not compared: how much faster it is on this machine, {@code ./bench placement} says.
   */
  @Test
  void theMasterThatThePlanPrefersIsFasterAndBothGiveTheSameImage()
      throws IOException, InterruptedException {
    var testbed = Testbed.read(FOLDER, "app.yaml").part(10);
    var real = new RealRun(testbed);
    var good = testbed.setup(testbed.choice());
    var bad = testbed.setup("lorax");
    assertThat(bad.predicted()).isGreaterThan(1.5 * good.predicted());
    assertThat(bad.simulated()).isGreaterThan(1.5 * good.simulated());
    for (var setup : List.of(good, bad)) {
      // throws if a byte of the image differs from what one task alone computes
      assertThat(real.run(setup, good.predicted()).seconds()).isPositive();
    }
  }

  @Test
  void workersAreTakenNearOnesFirstThenFastOnes() {
    var testbed = Testbed.read(FOLDER, "app.yaml");
    var workers = testbed.workers("magie");
    assertThat(workers)
        .containsExactly(
            "saltimbanco",
            "sojourner",
            "kingkong",
            "tandem",
            "azulejo",
            "thing1",
            "kongo",
            "lorax");
    var one = testbed.setup("magie", List.of("saltimbanco"));
    assertThat(one.phase().total().workers()).isEqualTo(1);
    assertThat(one.predicted()).isEqualTo(testbed.app().tasks() / 20.0);
    assertThat(testbed.setup("magie").phase().total().workers()).isEqualTo(8);
  }
}
