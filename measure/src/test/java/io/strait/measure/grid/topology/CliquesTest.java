package io.strait.measure.grid.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CliquesTest {
  @Test
  void whatSharesNothingRunsAtTheSameTime() {
    var cliques = new Cliques<String>();
    cliques.add("a-b", List.of("a", "b"));
    cliques.add("b-c", List.of("b", "c"));
    cliques.add("c-d", List.of("c", "d"));
    cliques.add("e-f", List.of("e", "f"));
    // c-d waits for b-c, which was there before.
    assertThat(cliques.next()).containsExactly("a-b", "e-f");
    assertThat(cliques.next()).isEmpty();
    cliques.done("a-b");
    assertThat(cliques.next()).containsExactly("b-c");
    cliques.done("e-f");
    cliques.done("b-c");
    assertThat(cliques.next()).containsExactly("c-d");
    cliques.done("c-d");
    assertThat(cliques.isEmpty()).isTrue();
  }

  @Test
  void whatNeedsALostHostIsLeftOut() {
    var cliques = new Cliques<String>();
    cliques.add("a-b", List.of("a", "b"));
    cliques.add("b-c", List.of("b", "c"));
    cliques.next();
    assertThat(cliques.drop("c")).containsExactly("b-c");
    cliques.done("a-b");
    assertThat(cliques.isEmpty()).isTrue();
  }

  /** Whatever ends first, nothing overlaps and everything runs once. */
  @Test
  void nothingOverlaps() {
    for (long seed = 0; seed < 50; seed++) {
      var random = new Random(seed);
      var cliques = new Cliques<Integer>();
      Map<Integer, Set<String>> uses = new HashMap<>();
      for (int i = 0; i < 40; i++) {
        var needs = new HashSet<String>();
        for (int n = 0; n < 1 + random.nextInt(3); n++) {
          needs.add("r" + random.nextInt(12));
        }
        uses.put(i, needs);
        cliques.add(i, needs);
      }
      var running = new ArrayList<Integer>();
      var ran = new HashSet<Integer>();
      while (!cliques.isEmpty()) {
        for (var started : cliques.next()) {
          assertThat(running)
              .noneMatch(other -> uses.get(other).stream().anyMatch(uses.get(started)::contains));
          running.add(started);
          assertThat(ran.add(started)).isTrue();
        }
        assertThat(running).isNotEmpty();
        cliques.done(running.remove(random.nextInt(running.size())));
      }
      assertThat(ran).hasSize(40);
    }
  }
}
