package io.strait.realign.session;

import io.strait.kind.report.MeasuredFile;
import io.strait.kind.report.Promise;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.realign.plan.Ranks;
import io.strait.realign.run.RankResult;
import io.strait.realign.run.RealignOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a numbering, for one repetition.
 *
 * @param seconds of moving, in the emulated grid's time
 * @param fileSeconds of reading and writing files, of this machine
 * @param resumed whether an earlier attempt had done a part of it, so that the times are not of the
 *     whole
 * @param ranks by number; what they count is of all repetitions, as their times are
 */
record RealignMeasured(
    double seconds,
    double fileSeconds,
    boolean resumed,
    int repetitions,
    double scale,
    List<RankResult> ranks) {
  private static final String RANKS = "ranks.tsv";
  private static final String TITLES =
      "rank\tpack_s\twait_s\tunpack_s\tio_s\tsent_bytes\treceived_bytes\tforwarded_bytes"
          + "\tmemory_bytes\tinterior\texternal\tinterior_bytes\texternal_bytes\tverified\n";

  RealignMeasured {
    ranks = List.copyOf(ranks);
  }

  static RealignMeasured of(RealignOutcome outcome, int repetitions, double scale) {
    return new RealignMeasured(
        outcome.moveSeconds() * (scale == 0 ? 1 : scale) / repetitions,
        outcome.fileSeconds() / repetitions,
        outcome.resumed(),
        repetitions,
        scale,
        outcome.ranks());
  }

  /**
   * What came of the numbering.
   *
   * @param promised seconds of a repetition, predicted and simulated
   * @param names of the ranks' hosts and clusters
   * @param checked whether elements are known: of a user's own nobody knows what they should be
   */
  NumberingOutcome outcome(String name, Promise promised, Ranks names, boolean checked) {
    return new NumberingOutcome(
        name,
        scale,
        new Promise(promised.predicted(), promised.simulated(), seconds),
        fileSeconds,
        resumed,
        new NumberingOutcome.Messages(
            sum(RankResult::interior),
            sum(RankResult::external),
            sum(RankResult::interiorBytes),
            sum(RankResult::externalBytes)),
        checked ? ranks.stream().allMatch(RankResult::verified) : null,
        ranks.stream().map(rank -> outcome(rank, names)).toList());
  }

  private long sum(ToLongFunction<RankResult> count) {
    return ranks.stream().mapToLong(count).sum() / repetitions;
  }

  private NumberingOutcome.Rank outcome(RankResult rank, Ranks names) {
    double clock = (scale == 0 ? 1 : scale) / repetitions;
    return new NumberingOutcome.Rank(
        rank.rank(),
        names.hosts().get(rank.rank()),
        names.clusterName(names.clusterOf(rank.rank())),
        rank.packSeconds() * clock,
        rank.waitSeconds() * clock,
        rank.unpackSeconds() * clock,
        rank.fileSeconds() / repetitions,
        rank.sentBytes() / repetitions,
        rank.receivedBytes() / repetitions,
        rank.forwardedBytes() / repetitions,
        rank.memoryBytes());
  }

  /** Writes it into the folder of a step. */
  void write(Path folder) throws IOException {
    var text = new StringBuilder(TITLES);
    for (var rank : ranks) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n",
              rank.rank(),
              rank.packSeconds(),
              rank.waitSeconds(),
              rank.unpackSeconds(),
              rank.fileSeconds(),
              rank.sentBytes(),
              rank.receivedBytes(),
              rank.forwardedBytes(),
              rank.memoryBytes(),
              rank.interior(),
              rank.external(),
              rank.interiorBytes(),
              rank.externalBytes(),
              rank.verified()));
    }
    Files.writeString(folder.resolve(RANKS), text, StandardCharsets.UTF_8);
    MeasuredFile.write(
        folder,
        Map.of(
            "seconds", seconds,
            "files", fileSeconds,
            "resumed", resumed,
            "repetitions", repetitions,
            "scale", scale));
  }

  /** What {@link #write} wrote; null if that is not there or not whole. */
  static @Nullable RealignMeasured read(Path folder) throws IOException {
    var file = MeasuredFile.read(folder);
    var ranks = folder.resolve(RANKS);
    if (!Files.exists(ranks)) {
      return null;
    }
    try {
      var results = new ArrayList<RankResult>();
      var lines = Files.readAllLines(ranks, StandardCharsets.UTF_8);
      for (var line : lines.subList(1, lines.size())) {
        results.add(rank(line.split("\t", -1)));
      }
      return new RealignMeasured(
          file.number("seconds"),
          file.number("files"),
          file.isTrue("resumed"),
          Math.toIntExact(file.whole("repetitions")),
          file.number("scale"),
          results);
    } catch (ArithmeticException | NumberFormatException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static RankResult rank(String[] cells) {
    return new RankResult(
        Integer.parseInt(cells[0]),
        Double.parseDouble(cells[1]),
        Double.parseDouble(cells[2]),
        Double.parseDouble(cells[3]),
        Double.parseDouble(cells[4]),
        Long.parseLong(cells[5]),
        Long.parseLong(cells[6]),
        Long.parseLong(cells[7]),
        Long.parseLong(cells[8]),
        Long.parseLong(cells[9]),
        Long.parseLong(cells[10]),
        Long.parseLong(cells[11]),
        Long.parseLong(cells[12]),
        Boolean.parseBoolean(cells[13]));
  }
}
