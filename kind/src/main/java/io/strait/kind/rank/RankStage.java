package io.strait.kind.rank;

import io.strait.kind.run.RunFolder;
import io.strait.kind.run.TimeScale;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the plan's alternatives that a run carries out.
 *
 * @param name of the alternative, such as a strategy
 * @param scale how many times faster than real time the grid is emulated; 0 for no emulation
 */
public record RankStage(String name, double scale) {
  public boolean isEmulated() {
    return scale > 0;
  }

  /** Seconds of the emulated grid in a second of this machine. */
  public double clock() {
    return isEmulated() ? scale : 1;
  }

  /** The emulation as the end of a line for people; empty if there is none. */
  String emulation() {
    return TimeScale.words(scale);
  }

  /** Stages in one line, for {@code run.json}. */
  static String write(List<RankStage> stages) {
    return String.join(",", stages.stream().map(each -> each.name + ":" + each.scale).toList());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param names of the plan's alternatives
   */
  public static List<RankStage> read(RunFolder folder, List<String> names) throws IOException {
    var stages = new ArrayList<RankStage>();
    for (var entry : folder.read("run.json").getOrDefault("steps", "").split(",", -1)) {
      var parts = entry.split(":", -1);
      if (parts.length != 2 || !names.contains(parts[0]) || !parts[1].matches("[0-9.Ee-]{1,30}")) {
        throw new InputException(
            "run.json has a step '%s', expected NAME:SCALE with one of these names: %s"
                .formatted(entry, String.join(", ", names)));
      }
      stages.add(new RankStage(parts[0], Double.parseDouble(parts[1])));
    }
    return stages;
  }
}
