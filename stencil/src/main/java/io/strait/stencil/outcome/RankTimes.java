package io.strait.stencil.outcome;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of every rank went, from {@code ranks.tsv}: seconds in all, and shares over time.
 */
public final class RankTimes {
  /** What a rank spends time with, in the order of the file's lines. */
  public enum Kind {
    COMPUTE(0, "compute", "computing"),
    LAN(1, "lan", "waiting for the LAN"),
    GAP(2, "gap", "waiting for the gap");

    /** Which of a rank's lines it is. */
    public final int row;

    /** As the file has it; also the class of the style sheet. */
    public final String word;

    public final String meaning;

    Kind(int row, String word, String meaning) {
      this.row = row;
      this.word = word;
      this.meaning = meaning;
    }
  }

  private static final String NAME = "ranks.tsv";
  private static final String HEAD = "rank\tkind\tseconds\tbin_s\tshare_by_bin";
  public static final List<Kind> ALL = List.of(Kind.values());

  private static final int KINDS = ALL.size();
  private static final int MOST_BINS = 4096;
  private static final long LARGEST = 1L << 30;

  /**
   * What one rank spent with one of them.
   *
   * @param seconds in all
   * @param width seconds of a bin
   * @param shares of each bin
   */
  public record Line(double seconds, double width, double[] shares) {}

  private final List<Line> lines;

  /**
   * @param lines of every rank, by number, one for each kind
   */
  public RankTimes(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Writes them into the folder of a strategy. */
  public void write(Path folder) throws IOException {
    var text = new StringBuilder(HEAD).append('\n');
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      text.append(
          "%d\t%s\t%.6f\t%.9f\t%s\n"
              .formatted(
                  i / KINDS,
                  ALL.get(i % KINDS).word,
                  line.seconds,
                  line.width,
                  Arrays.stream(line.shares)
                      .mapToObj("%.3f"::formatted)
                      .collect(Collectors.joining(","))));
    }
    Files.writeString(folder.resolve(NAME), text, StandardCharsets.UTF_8);
  }

  /**
   * Reads the file in the folder of a strategy, which must have all lines of all ranks.
   *
   * @param ranks how many the plan has
   */
  public static RankTimes read(Path folder, int ranks) throws IOException {
    var file = folder.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          "%s: no such file, expected the times of %d ranks".formatted(file, ranks));
    }
    if (Files.size(file) > LARGEST) {
      throw new InputException(
          "%s:1: the file has %d bytes, expected at most %d"
              .formatted(file, Files.size(file), LARGEST));
    }
    try (var in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      if (!HEAD.equals(in.readLine())) {
        throw new InputException(
            "%s:1: not the times of ranks, expected the line '%s'"
                .formatted(file, HEAD.replace("\t", "<tab>")));
      }
      var lines = new ArrayList<Line>();
      for (int i = 0; i < ranks * KINDS; i++) {
        @Nullable String text = in.readLine();
        if (text == null) {
          throw new InputException(
              "%s:%d: the file ends at rank %d, expected %d ranks with %d lines each"
                  .formatted(file, i + 2, i / KINDS, ranks, KINDS));
        }
        lines.add(line(text, i, file));
      }
      if (in.readLine() != null) {
        throw new InputException(
            "%s:%d: one more line, expected %d ranks with %d lines each"
                .formatted(file, lines.size() + 2, ranks, KINDS));
      }
      checkEnd(file);
      return new RankTimes(lines);
    }
  }

  /** A file that was cut inside its last number looks whole but for the end of its line. */
  private static void checkEnd(Path file) throws IOException {
    try (var channel = Files.newByteChannel(file)) {
      var last = ByteBuffer.allocate(1);
      channel.position(channel.size() - 1).read(last);
      if (last.get(0) != '\n') {
        throw new InputException(
            "%s: the last line has no end, expected a whole file".formatted(file));
      }
    }
  }

  private static Line line(String text, int index, Path file) {
    var fields = text.split("\t", -1);
    int rank = index / KINDS;
    var kind = ALL.get(index % KINDS);
    if (fields.length != 5
        || !fields[0].equals(Integer.toString(rank))
        || !fields[1].equals(kind.word)) {
      var shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
      throw new InputException(
          "%s:%d: '%s', expected five fields that begin with %d<tab>%s"
              .formatted(file, index + 2, shown.replace("\t", "<tab>"), rank, kind.word));
    }
    double seconds = number(fields[2], index, file);
    double width = number(fields[3], index, file);
    var words = fields[4].isEmpty() ? new String[0] : fields[4].split(",", -1);
    if (words.length > MOST_BINS || !(width > 0)) {
      throw new InputException(
          "%s:%d: %d bins of %s s, expected at most %d of more than 0"
              .formatted(file, index + 2, words.length, fields[3], MOST_BINS));
    }
    var shares = new double[words.length];
    for (int i = 0; i < words.length; i++) {
      shares[i] = number(words[i], index, file);
    }
    return new Line(seconds, width, shares);
  }

  private static double number(String text, int index, Path file) {
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value <= Float.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new InputException(
        "%s:%d: '%s', expected a number of 0 or more".formatted(file, index + 2, text));
  }

  private Line line(int rank, Kind kind) {
    return lines.get(rank * KINDS + kind.row);
  }

  /** Seconds of the run's clock that a rank spent with it. */
  public double seconds(int rank, Kind kind) {
    return line(rank, kind).seconds;
  }

  /** Seconds that all bins of the longest rank cover. */
  public double span() {
    double span = 0;
    for (var line : lines) {
      span = Math.max(span, line.width * line.shares.length);
    }
    return span;
  }

  /**
   * The mean shares of some ranks over time, by kind. Emulated computing may be counted ahead of
   * its time: where shares add up to more than all, they are made smaller in proportion.
   *
   * @param span seconds that the bins of the answer cover
   */
  public double[][] shares(List<Integer> ranks, int bins, double span) {
    var shares = new double[KINDS][];
    for (var kind : Kind.values()) {
      shares[kind.row] = shares(ranks, kind, bins, span);
    }
    for (int bin = 0; bin < bins; bin++) {
      double sum = 0;
      for (var of : shares) {
        sum += of[bin];
      }
      for (var of : shares) {
        of[bin] /= Math.max(1, sum);
      }
    }
    return shares;
  }

  private double[] shares(List<Integer> ranks, Kind kind, int bins, double span) {
    var shares = new double[bins];
    for (int rank : ranks) {
      var line = line(rank, kind);
      for (int i = 0; i < line.shares.length; i++) {
        double from = i * line.width / span * bins;
        double to = Math.min(bins, (i + 1) * line.width / span * bins);
        for (int bin = (int) from; bin < to; bin++) {
          shares[bin] += line.shares[i] * (Math.min(bin + 1, to) - Math.max(bin, from));
        }
      }
    }
    for (int bin = 0; bin < bins; bin++) {
      shares[bin] /= ranks.size();
    }
    return shares;
  }

  /** The mean share of some ranks in the whole run. */
  public double share(List<Integer> ranks, Kind kind, double seconds) {
    double sum = 0;
    for (int rank : ranks) {
      sum += seconds(rank, kind);
    }
    return seconds > 0 ? sum / (seconds * ranks.size()) : 0;
  }
}
