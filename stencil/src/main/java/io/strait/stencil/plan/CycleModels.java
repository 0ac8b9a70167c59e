package io.strait.stencil.plan;

import io.strait.stencil.simulate.CycleModel;
import io.strait.stencil.simulate.TileModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns tiles into what paper <em>lhrp</em>'s rule moves. Inside a cluster they wait for each other
 * from cycle to cycle; only across a gap does a message count by itself.
 */
final class CycleModels {
  private record Crossing(int tile, int piece) {}

  private record Way(int from, double transfer, double latency) {}

  private final TileModel tiles;
  private final List<RankLayout> layouts;
  private final int[] rankOf;
  private final double[] onLine;

  private CycleModels(TileModel tiles, List<RankLayout> layouts) {
    this.tiles = tiles;
    this.layouts = layouts;
    this.rankOf = new int[tiles.tiles()];
    for (int r = 0; r < tiles.ranks(); r++) {
      Arrays.fill(rankOf, tiles.firstTile()[r], tiles.firstTile()[r + 1], r);
    }
    // All pieces of a cycle go in one message.
    this.onLine = new double[tiles.lines()];
    for (int p = 0; p < tiles.pieces(); p++) {
      int line = tiles.line()[p];
      onLine[line] += tiles.transfer()[p] + (onLine[line] == 0 ? tiles.head()[p] : 0);
    }
  }

  static CycleModel of(StencilTiming timing) {
    var layouts = TileModels.layouts(timing);
    return new CycleModels(TileModels.of(timing, layouts), layouts)
        .build(timing.decomposition().blocks());
  }

  private int[] under(int piece) {
    return Arrays.copyOfRange(
        tiles.under(), tiles.firstUnder()[piece], tiles.firstUnder()[piece + 1]);
  }

  private CycleModel build(List<Decomposition.Block> blocks) {
    var crossings = new ArrayList<Crossing>();
    var firstCrossing = new int[tiles.pieces() + 1];
    for (int p = 0; p < tiles.pieces(); p++) {
      if (tiles.far()[p]) {
        for (int tile : under(p)) {
          crossings.add(new Crossing(tile, p));
        }
      }
      firstCrossing[p + 1] = crossings.size();
    }
    var firstNeed = new int[tiles.tiles() + 1];
    var need = new ArrayList<Integer>();
    for (int t = 0; t < tiles.tiles(); t++) {
      for (int i = tiles.firstNeed()[t]; i < tiles.firstNeed()[t + 1]; i++) {
        int other = tiles.need()[i];
        if (other >= 0) {
          need.add(other);
          continue;
        }
        int piece = -1 - other;
        if (tiles.far()[piece]) {
          for (int c = firstCrossing[piece]; c < firstCrossing[piece + 1]; c++) {
            need.add(-1 - c);
          }
        } else {
          Arrays.stream(under(piece)).forEach(need::add);
        }
      }
      firstNeed[t + 1] = need.size();
    }
    var firstLan = new int[tiles.ranks() + 1];
    var lan = new ArrayList<Way>();
    for (int r = 0; r < tiles.ranks(); r++) {
      lan.addAll(lan(r));
      firstLan[r + 1] = lan.size();
    }
    return new CycleModel(
        firstRanks(blocks),
        tiles.firstTile(),
        layouts.stream().mapToInt(RankLayout::early).toArray(),
        tiles.cost(),
        firstNeed,
        need.stream().mapToInt(Integer::intValue).toArray(),
        firstLan,
        lan.stream().mapToInt(Way::from).toArray(),
        lan.stream().mapToDouble(Way::transfer).toArray(),
        lan.stream().mapToDouble(Way::latency).toArray(),
        crossings.stream().mapToInt(Crossing::tile).toArray(),
        crossings.stream().mapToInt(c -> tiles.to()[c.piece]).toArray(),
        crossings.stream().mapToDouble(c -> onLine[tiles.line()[c.piece]]).toArray(),
        crossings.stream().mapToDouble(c -> tiles.latency()[c.piece]).toArray(),
        crossings.stream().mapToDouble(c -> tiles.jitter()[c.piece]).toArray(),
        tiles.period());
  }

  /** Who sends a rank a message every cycle. */
  private List<Way> lan(int rank) {
    var found = new ArrayList<Way>();
    var lines = new ArrayList<Integer>();
    for (int p = 0; p < tiles.pieces(); p++) {
      int line = tiles.line()[p];
      if (tiles.to()[p] == rank && !tiles.far()[p] && !lines.contains(line)) {
        lines.add(line);
        found.add(
            new Way(rankOf[under(p)[0]], onLine[line], tiles.latency()[p] + tiles.jitter()[p]));
      }
    }
    return found;
  }

  /** Ranks are numbered cluster by cluster. */
  private static int[] firstRanks(List<Decomposition.Block> blocks) {
    var first = new ArrayList<Integer>();
    for (int r = 0; r < blocks.size(); r++) {
      if (r == 0 || blocks.get(r).rank().cluster() != blocks.get(r - 1).rank().cluster()) {
        first.add(r);
      }
    }
    first.add(blocks.size());
    return first.stream().mapToInt(Integer::intValue).toArray();
  }
}
