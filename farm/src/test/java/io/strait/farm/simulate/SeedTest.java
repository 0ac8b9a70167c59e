package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.simulate.ServiceDistribution;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class SeedTest {
  private static FarmOutcome outcome(long seed) {
    var model =
        new FarmModel(2, 0, 500, new int[] {0, 1, 1, 0}, new double[] {1, 2, 3, 4})
            .volumes(3, 7)
            .lan(0, 10, 0.1, false)
            .lan(1, 20, 0.1, true)
            .gateway(1, 3, 2)
            .work(new ServiceDistribution.Lognormal(0.8), seed);
    model.route(1, model.addGap(5, 0.2, false));
    return FarmSimulation.run(model);
  }

  @Test
  void aSeedDecidesTheOutcomeToTheLastBit() {
    var makespans = new HashSet<Double>();
    for (long seed = 0; seed < 50; seed++) {
      var outcome = outcome(seed);
      assertThat(outcome(seed)).usingRecursiveComparison().isEqualTo(outcome);
      makespans.add(outcome.makespan());
    }
    assertThat(makespans).hasSize(50);
  }
}
