package io.strait.bench.truth;

import io.strait.kind.code.Settings;
import io.strait.program.run.Program;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A program that computes nothing and sends as many zeros as its settings say under {@code FROM-TO}
 * for calculations {@code c0}, {@code c1} and so on.
 */
public final class Relay implements Program {
  /** Calculations of a program at most. */
  static final int MOST = 8;

  private final Map<String, Map<String, Integer>> bytes = new LinkedHashMap<>();

  @Override
  public void configure(Settings settings) {
    for (int from = 0; from < MOST; from++) {
      for (int to = from + 1; to < MOST; to++) {
        int volume = settings.whole("c%d-c%d".formatted(from, to), 0, 0, 1 << 30);
        if (volume > 0) {
          bytes.computeIfAbsent("c" + from, name -> new LinkedHashMap<>()).put("c" + to, volume);
        }
      }
    }
  }

  @Override
  public Code open(Place place) {
    var sends = bytes.getOrDefault(place.calculation(), Map.of());
    double share = place.to() - place.from();
    return unit ->
        sends.forEach(
            (to, volume) -> {
              int parts = unit.parts(to);
              for (int part = 0; part < parts; part++) {
                double theirs = unit.before(to, part + 1) - unit.before(to, part);
                int length = (int) Math.round(volume * share * theirs);
                unit.send(to, part, new byte[length], 0, length);
              }
            });
  }
}
