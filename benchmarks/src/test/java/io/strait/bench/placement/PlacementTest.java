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

  @Test
  void theMasterThatThePlanPrefersIsFasterInRealRuns() throws IOException, InterruptedException {
    var testbed = Testbed.read(FOLDER, "app.yaml").part(10);
    var real = new RealRun(testbed);
    var good = testbed.setup(testbed.choice());
    var bad = testbed.setup("lorax");
    assertThat(bad.predicted()).isGreaterThan(1.5 * good.predicted());
    double scale = good.predicted();
    assertThat(real.run(good, scale).seconds()).isLessThan(real.run(bad, scale).seconds());
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
