package io.strait.program.outcome;

import io.strait.kind.report.MeasuredFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a candidate, in seconds of the grid.
 *
 * @param units that were done
 * @param seconds from the beginning of the first to the end of the last
 * @param secondsPerUnit between the ends of two once the run had settled; of so few that filling
 *     and emptying count, all seconds shared among them
 * @param unitSeconds from the beginning of one to its end, on average
 * @param late the longest time by which this machine was too slow for a part of an emulated host,
 *     as a share of the run; 0 without emulation
 */
public record ProgramMeasured(
    long units,
    double seconds,
    double secondsPerUnit,
    double unitSeconds,
    double late,
    List<PartMeasured> parts) {
  /** The share of a run by which an emulated host may be late before people should know. */
  private static final double TOO_LATE = 0.03;

  private static final String PARTS = "parts.tsv";
  private static final String HEAD = "part\thost\tunits\tbusy\tunit_s\tcpu_s\tsent_bytes";

  public ProgramMeasured {
    parts = List.copyOf(parts);
  }

  /** Units per second. */
  public double rate() {
    return 1 / secondsPerUnit;
  }

  /** Whether an emulation was so late that people should know. */
  public boolean isTooLate() {
    return late > TOO_LATE;
  }

  /** Writes {@code measured.json} and {@code parts.tsv} into the folder of a stage. */
  public void write(Path folder) throws IOException {
    Files.writeString(
        folder.resolve(PARTS),
        parts.stream()
            .map(
                part ->
                    "%s\t%s\t%d\t%s\t%s\t%s\t%d\n"
                        .formatted(
                            part.name(),
                            part.host(),
                            part.units(),
                            part.busy(),
                            part.secondsPerUnit(),
                            part.cpuSeconds(),
                            part.sent()))
            .collect(Collectors.joining("", HEAD + "\n", "")),
        StandardCharsets.UTF_8);
    MeasuredFile.write(
        folder,
        Map.of(
            "units", units,
            "seconds", seconds,
            "seconds-per-unit", secondsPerUnit,
            "unit-seconds", unitSeconds,
            "late", late));
  }

  /** Reads what {@link #write} wrote; null if the stage did not run to its end. */
  public static @Nullable ProgramMeasured read(Path folder) throws IOException {
    var file = MeasuredFile.read(folder);
    try {
      return new ProgramMeasured(
          file.whole("units"),
          file.number("seconds"),
          file.number("seconds-per-unit"),
          file.number("unit-seconds"),
          file.number("late"),
          parts(folder.resolve(PARTS)));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Parts are for people to look at: a file that is gone or damaged is as good as none. */
  private static List<PartMeasured> parts(Path file) throws IOException {
    var parts = new ArrayList<PartMeasured>();
    if (!Files.isRegularFile(file)) {
      return parts;
    }
    for (var line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      var cells = line.split("\t", -1);
      if (cells.length == 7 && !line.equals(HEAD)) {
        try {
          parts.add(
              new PartMeasured(
                  cells[0],
                  cells[1],
                  Long.parseLong(cells[2]),
                  Double.parseDouble(cells[3]),
                  Double.parseDouble(cells[4]),
                  Double.parseDouble(cells[5]),
                  Long.parseLong(cells[6])));
        } catch (NumberFormatException e) {
          return List.of();
        }
      }
    }
    return parts;
  }
}
