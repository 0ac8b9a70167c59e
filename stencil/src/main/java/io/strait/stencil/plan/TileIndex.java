package io.strait.stencil.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds tiles by their place. Tiles that begin in the same column are equally wide and lie one
 * below the other.
 */
final class TileIndex {
  private record Entry(int y0, int y1, int tile) {}

  private record Strip(int x1, List<Entry> entries) {
    void under(Rect rect, BitSet found) {
      int low = 0;
      int high = entries.size();
      while (low < high) { // the first that does not end above
        int middle = (low + high) >>> 1;
        if (entries.get(middle).y1 <= rect.y0()) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      for (int i = low; i < entries.size() && entries.get(i).y0 < rect.y1(); i++) {
        found.set(entries.get(i).tile);
      }
    }
  }

  private final TreeMap<Integer, Strip> strips = new TreeMap<>();

  TileIndex(List<Rect> tiles) {
    for (int i = 0; i < tiles.size(); i++) {
      var tile = tiles.get(i);
      strips
          .computeIfAbsent(tile.x0(), x0 -> new Strip(tile.x1(), new ArrayList<>()))
          .entries
          .add(new Entry(tile.y0(), tile.y1(), i));
    }
    strips.values().forEach(strip -> strip.entries.sort(Comparator.comparingInt(Entry::y0)));
  }

  /** Adds the tiles that have cells in a rectangle. */
  void under(Rect rect, BitSet found) {
    if (rect.isEmpty()) {
      return;
    }
    var before = strips.floorKey(rect.x0());
    int from = before == null ? rect.x0() : before;
    for (var strip : strips.subMap(from, true, rect.x1(), false).values()) {
      if (strip.x1 > rect.x0()) {
        strip.under(rect, found);
      }
    }
  }
}
