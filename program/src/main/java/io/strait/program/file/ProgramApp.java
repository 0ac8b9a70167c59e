package io.strait.program.file;

import io.strait.kind.code.TaskCode;
import io.strait.model.App;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program that was measured on one machine: calculations and the data that flow between them,
 * without a cycle.
 *
 * @param measuredOn a host or a group of hosts of the grid, whose times these are; null for the
 *     first host
 * @param unit what is counted, in the plural: {@code frames}
 * @param units how many a run does
 * @param calculations in the order in which the program does them
 * @param slices time slices that the user chose, each a list of calculations; empty to let the plan
 *     choose
 * @param place hosts that the user chose, by calculation; what is not there is for the plan to
 *     choose
 * @param run code of calculations that have none of their own
 */
public record ProgramApp(
    String name,
    @Nullable String measuredOn,
    String unit,
    int units,
    Overlap overlap,
    List<Calculation> calculations,
    List<DataEdge> data,
    List<List<String>> slices,
    Map<String, List<String>> place,
    TaskCode.@Nullable JavaClass run)
    implements App {
  public ProgramApp {
    calculations = List.copyOf(calculations);
    data = List.copyOf(data);
    slices = slices.stream().map(List::copyOf).toList();
    place = Collections.unmodifiableMap(new LinkedHashMap<>(place));
  }

  /** The index of a calculation; −1 if there is none of this name. */
  public int indexOf(String calculation) {
    for (int i = 0; i < calculations.size(); i++) {
      if (calculations.get(i).name().equals(calculation)) {
        return i;
      }
    }
    return -1;
  }

  /** The program with another overlap. */
  public ProgramApp with(Overlap other) {
    return new ProgramApp(
        name, measuredOn, unit, units, other, calculations, data, slices, place, run);
  }
}
