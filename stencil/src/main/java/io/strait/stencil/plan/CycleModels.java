package io.strait.stencil.plan;

import io.strait.stencil.simulate.CycleModel;
import io.strait.stencil.simulate.TileModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns tiles into what paper <em>lhrp</em>'s rule moves. Inside a cluster they wait for each other
 * from cycle to cycle; only across a gap does a piece count by itself.
 */
final class CycleModels {
  private record Way(int from, int line, double head, double latency) {}

  private final TileModel tiles;
  private final int[] rankOf;

  private CycleModels(TileModel tiles) {
    this.tiles = tiles;
    this.rankOf = new int[tiles.tiles()];
    for (int r = 0; r < tiles.ranks(); r++) {
      Arrays.fill(rankOf, tiles.firstTile()[r], tiles.firstTile()[r + 1], r);
    }
  }

  static CycleModel of(StencilTiming timing, TileModel tiles) {
    return new CycleModels(tiles).build(timing.decomposition().blocks());
  }

  private int[] under(int piece) {
    return Arrays.copyOfRange(
        tiles.under(), tiles.firstUnder()[piece], tiles.firstUnder()[piece + 1]);
  }

  private CycleModel build(List<Decomposition.Block> blocks) {
    var firstNeed = new int[tiles.tiles() + 1];
    var need = new ArrayList<Integer>();
    for (int t = 0; t < tiles.tiles(); t++) {
      for (int i = tiles.firstNeed()[t]; i < tiles.firstNeed()[t + 1]; i++) {
        int other = tiles.need()[i];
        if (other >= 0 || tiles.far()[-1 - other]) {
          need.add(other);
        } else {
          Arrays.stream(under(-1 - other)).forEach(need::add);
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
        tiles,
        firstRanks(blocks),
        firstNeed,
        need.stream().mapToInt(Integer::intValue).toArray(),
        firstLan,
        lan.stream().mapToInt(Way::from).toArray(),
        lan.stream().mapToInt(Way::line).toArray(),
        lan.stream().mapToDouble(Way::head).toArray(),
        lan.stream().mapToDouble(Way::latency).toArray());
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
            new Way(
                rankOf[under(p)[0]],
                line,
                tiles.head()[p],
                tiles.latency()[p] + tiles.jitter()[p]));
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
