package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The time to read a grid is proportional to its size. */
final class LargeGridTest {
  private static final int MANY = 100_000;
  private static final Duration LONG = Duration.ofMinutes(3);

  @Test
  void oneLinkThroughManyClusters() {
    var names = IntStream.range(0, MANY).mapToObj(i -> "c" + i).toList();
    var text =
        names.stream()
            .map("  %1$s: {hosts: [{name: h%1$s, rate: 1/s}]}\n"::formatted)
            .collect(Collectors.joining("", "grid: g\nclusters:\n", "links:\n  - between:\n"));
    var ends = names.stream().map("      - %s\n"::formatted).collect(Collectors.joining());
    var grid =
        assertTimeoutPreemptively(LONG, () -> GridFile.read(Document.parse("g", text + ends)));
    assertThat(grid.links().getFirst().gaps()).hasSize(MANY - 1);
  }
}
