package io.strait.bench.realign;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignApp.Phase;
import io.strait.realign.file.Renumber;
import io.strait.realign.plan.Ranks;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays of doubles that four ranks move.
 *
 * @param shape the last dimension changes fastest
 */
record DataCase(String name, List<Long> shape, Phase source, Phase target) {
  static final int RANKS = 4;

  private static final AxisSpread BLOCK = AxisSpread.BLOCK;
  private static final AxisSpread NONE = AxisSpread.NONE;

  static final List<DataCase> ALL =
      List.of(
          line("block-cyclic64", 3L << 22, BLOCK, AxisSpread.cyclic(64)),
          line("block-partition3", 3L << 22, BLOCK, AxisSpread.partition(3)),
          line("block-cyclic1", 3L << 22, BLOCK, AxisSpread.cyclic(1)),
          square("blocks64-blocks96", AxisSpread.cyclic(64), AxisSpread.cyclic(64), 2, 96),
          new DataCase(
              "row-column",
              List.of(3456L, 3456L),
              new Phase(List.of(BLOCK, NONE), List.of(RANKS, 1)),
              new Phase(List.of(NONE, BLOCK), List.of(1, RANKS))));

  private static DataCase line(String name, long elements, AxisSpread source, AxisSpread target) {
    return new DataCase(
        name,
        List.of(elements),
        new Phase(List.of(source), List.of(RANKS)),
        new Phase(List.of(target), List.of(RANKS)));
  }

  private static DataCase square(
      String name, AxisSpread rows, AxisSpread columns, int side, long block) {
    return new DataCase(
        name,
        List.of(3456L, 3456L),
        new Phase(List.of(rows, columns), List.of(side, side)),
        new Phase(
            List.of(AxisSpread.cyclic(block), AxisSpread.cyclic(block)), List.of(side, side)));
  }

  static DataCase of(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }

  RealignApp app() {
    return new RealignApp(
        name,
        shape,
        Double.BYTES,
        List.of(source, target),
        Renumber.SOURCE,
        1,
        null,
        new RealignApp.Data.Memory());
  }

  Ranks ranks() {
    return Ranks.of(
        GridFile.read(
            Document.parse(
                "one cluster",
                "grid: one\nclusters:\n  here: {hosts: [{name: h, count: %d}]}\n"
                    .formatted(RANKS))));
  }

  long bytes() {
    return app().distribution(0, RANKS).elements() * Double.BYTES;
  }

  /**
   * The arguments of {@code redistribute.c}: a matrix of one column where there is one dimension.
   */
  List<String> peer() {
    var words = new ArrayList<String>();
    words.add(Long.toString(shape.getLast()));
    words.add(Long.toString(shape.size() == 1 ? 1 : shape.getFirst()));
    for (int phase = 0; phase < 2; phase++) {
      var axes = app().distribution(phase, RANKS).axes();
      var fast = axes.getLast();
      boolean line = axes.size() == 1;
      words.add(Integer.toString(fast.processors()));
      words.add(Integer.toString(line ? 1 : axes.getFirst().processors()));
      words.add(Long.toString(fast.block()));
      words.add(Long.toString(line ? 1 : axes.getFirst().block()));
    }
    return words;
  }
}
