package io.strait.bench.realign;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@code ./bench realign NAME...} measures only the parts that are named. */
public final class RealignBench {
  /** A part of the benchmark, by its name on the command line; it gives the last lines. */
  private record Part(String name, Supplier<List<String>> measure) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("mapping", MappingBench::run),
          new Part("same", SameBench::run),
          new Part("data", DataBench::run),
          new Part("figure9", Figure9::run));

  private RealignBench() {}

  public static void main(String[] args) {
    var names = List.of(args);
    for (var name : names) {
      if (PARTS.stream().noneMatch(part -> part.name.equals(name))) {
        System.err.printf(
            "realign: no part '%s', expected one of: %s%n",
            name, String.join(" ", PARTS.stream().map(Part::name).toList()));
        System.exit(2);
      }
    }
    var lines = new ArrayList<String>();
    for (var part : PARTS) {
      if (names.isEmpty() || names.contains(part.name)) {
        System.err.printf("realign: %s ...%n", part.name);
        lines.addAll(part.measure.get());
      }
    }
    lines.forEach(System.out::println);
  }
}
