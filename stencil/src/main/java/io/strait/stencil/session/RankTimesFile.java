package io.strait.stencil.session;

import io.strait.stencil.run.Meter;
import io.strait.stencil.run.StencilOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * {@code ranks.tsv}: where the time of every rank went. A line has the rank, what it did, the
 * seconds in all, the seconds of a bin, and the share of each bin.
 */
final class RankTimesFile {
  private static final String NAME = "ranks.tsv";

  private RankTimesFile() {}

  /**
   * @param clock seconds of the emulated grid in a second of this machine
   */
  static void write(Path folder, StencilOutcome outcome, double clock) throws IOException {
    var text = new StringBuilder("rank\tkind\tseconds\tbin_s\tshare_by_bin\n");
    for (var rank : outcome.ranks()) {
      for (var kind : Meter.Kind.values()) {
        var meter = rank.meter();
        int bins = (int) Math.ceil(outcome.seconds() * 1e9 / meter.width());
        text.append(
            "%d\t%s\t%.6f\t%.9f\t%s\n"
                .formatted(
                    rank.rank(),
                    kind.name().toLowerCase(Locale.ROOT),
                    meter.sum(kind) * 1e-9 * clock,
                    meter.width() * 1e-9 * clock,
                    Arrays.stream(meter.bins(kind))
                        .limit(bins)
                        .mapToObj(nanos -> "%.3f".formatted((double) nanos / meter.width()))
                        .collect(Collectors.joining(","))));
      }
    }
    Files.writeString(folder.resolve(NAME), text, StandardCharsets.UTF_8);
  }
}
