package io.strait.realign.outcome;

import io.strait.kind.report.MeasuredFile;
import io.strait.kind.report.Promise;
import io.strait.realign.outcome.RankResult.Messages;
import io.strait.realign.outcome.RankResult.Times;
import io.strait.realign.outcome.RankResult.Volume;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
public record RealignMeasured(
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

  public RealignMeasured {
    ranks = List.copyOf(ranks);
  }

  /**
   * What came of the numbering.
   *
   * @param promised seconds of a repetition, predicted and simulated
   * @param hosts of the ranks
   * @param clusters of the ranks
   * @param checked whether elements are known: of a user's own nobody knows what they should be
   */
  public NumberingOutcome outcome(
      String name, Promise promised, List<String> hosts, List<String> clusters, boolean checked) {
    return new NumberingOutcome(
        name,
        scale,
        new Promise(promised.promised(), promised.simulated(), seconds),
        fileSeconds,
        resumed,
        new Messages(
            sum(Messages::interior),
            sum(Messages::external),
            sum(Messages::interiorBytes),
            sum(Messages::externalBytes)),
        checked ? ranks.stream().allMatch(RankResult::verified) : null,
        ranks.stream()
            .map(
                rank ->
                    new NumberingOutcome.Rank(
                        rank.rank(),
                        hosts.get(rank.rank()),
                        clusters.get(rank.rank()),
                        each(rank.times()),
                        each(rank.volume())))
            .toList());
  }

  private long sum(ToLongFunction<Messages> count) {
    return ranks.stream().map(RankResult::messages).mapToLong(count).sum() / repetitions;
  }

  /** The times of one repetition in the emulated grid. */
  private Times each(Times all) {
    double clock = (scale == 0 ? 1 : scale) / repetitions;
    return new Times(
        all.packing() * clock,
        all.waiting() * clock,
        all.unpacking() * clock,
        all.files() / repetitions);
  }

  private Volume each(Volume all) {
    return new Volume(
        all.sent() / repetitions,
        all.received() / repetitions,
        all.forwarded() / repetitions,
        all.memory());
  }

  /** Writes it into the folder of a step. */
  public void write(Path folder) throws IOException {
    var text = new StringBuilder(TITLES);
    for (var rank : ranks) {
      text.append(line(rank)).append('\n');
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
  public static @Nullable RealignMeasured read(Path folder) throws IOException {
    var file = MeasuredFile.read(folder);
    var ranks = folder.resolve(RANKS);
    if (!Files.exists(ranks)) {
      return null;
    }
    try {
      var results = new ArrayList<RankResult>();
      var lines = Files.readAllLines(ranks, StandardCharsets.UTF_8);
      for (var line : lines.subList(1, lines.size())) {
        results.add(rank(line));
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

  private static String line(RankResult rank) {
    var times = rank.times();
    var volume = rank.volume();
    var messages = rank.messages();
    return Stream.of(
            rank.rank(),
            times.packing(),
            times.waiting(),
            times.unpacking(),
            times.files(),
            volume.sent(),
            volume.received(),
            volume.forwarded(),
            volume.memory(),
            messages.interior(),
            messages.external(),
            messages.interiorBytes(),
            messages.externalBytes(),
            rank.verified())
        .map(String::valueOf)
        .collect(Collectors.joining("\t"));
  }

  /** Reads what {@link #line} wrote. */
  private static RankResult rank(String line) {
    var cells = line.split("\t", -1);
    var seconds = Arrays.stream(cells, 1, 5).mapToDouble(Double::parseDouble).toArray();
    var counts = Arrays.stream(cells, 5, 13).mapToLong(Long::parseLong).toArray();
    return new RankResult(
        Integer.parseInt(cells[0]),
        new Times(seconds[0], seconds[1], seconds[2], seconds[3]),
        new Volume(counts[0], counts[1], counts[2], counts[3]),
        new Messages(counts[4], counts[5], counts[6], counts[7]),
        Boolean.parseBoolean(cells[13]));
  }
}
