package io.strait.apps;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some cells of the game of life, in the usual notation: {@code o} lives, {@code b} does not, a
 * number before either repeats it, {@code $} ends a row (with a number, several) and {@code !} all.
 */
record Pattern(int width, List<BitSet> rows) {
  static final Pattern EMPTY = new Pattern(0, List.of());

  private static final int LARGEST = 100_000;

  /** Nothing if the text is no pattern. */
  static @Nullable Pattern parse(String text) {
    var rows = new ArrayList<BitSet>();
    rows.add(new BitSet());
    int width = 0;
    int x = 0;
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      int times = Math.max(1, count);
      if (sign >= '0' && sign <= '9') {
        count = 10 * count + sign - '0';
        if (count > LARGEST) {
          return null;
        }
        continue;
      }
      count = 0;
      switch (sign) {
        case 'b' -> x += times;
        case 'o' -> {
          rows.getLast().set(x, x + times);
          x += times;
          width = Math.max(width, x);
        }
        case '$' -> {
          for (int row = 0; row < times; row++) {
            rows.add(new BitSet());
          }
          x = 0;
        }
        case '!' -> {
          return i == text.length() - 1 ? new Pattern(width, List.copyOf(rows)) : null;
        }
        default -> {
          return null;
        }
      }
      if (x > LARGEST || rows.size() > LARGEST) {
        return null;
      }
    }
    return null;
  }

  int height() {
    return rows.size();
  }

  boolean lives(long x, long y) {
    return y >= 0 && y < rows.size() && x >= 0 && x < width && rows.get((int) y).get((int) x);
  }
}
