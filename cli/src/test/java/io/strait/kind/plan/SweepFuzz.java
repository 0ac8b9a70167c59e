package io.strait.kind.plan;

import io.strait.fuzz.Samples;
import io.strait.model.text.InputException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What {@code --sweep} is given. */
public final class SweepFuzz {
  private SweepFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Sweep sweep;
    try {
      sweep = Sweep.parse(new String(input, StandardCharsets.UTF_8));
    } catch (InputException e) {
      return;
    }
    for (var text : sweep.texts()) {
      if (!Double.isFinite(sweep.value(text))) {
        throw new AssertionError("'%s' is no finite number".formatted(text));
      }
    }
  }

  static List<byte[]> seeds() {
    return Samples.texts(
        "links[argentina-spain].bandwidth=10KiB/s..100KiB/s:10",
        "tasks=1..100",
        "clusters[spain].hosts[es].count=1..9:3",
        "clusters.spain.lan.latency=1..20 ms:2",
        "app.output=1 B..1 TB",
        "a=-1e308 s..1e308 s:10000");
  }

  static List<String> words() {
    return List.of("KiB/s", "Mbit/s", "..", ":10000", "e308", "e-324", "/h", "/d", "%", "Gflop");
  }
}
