package io.strait.program.simulate;

import java.util.Arrays;

/**
 * What parts still miss of the data that they wait for. A part has an inbox for each edge, with as
 * many places as units may be under way; a place counts the pieces that each segment of the part's
 * work still misses. Piece i of P is for segment {@code floor(i * S / P)} of S, the first that
 * cannot be done without it.
 */
final class Inboxes {
  private final FlowModel model;
  private final int ahead;

  /** The inbox of edge e and part i of its receiver is {@code first[e] + i}. */
  private final int[] first;

  /** Where an inbox begins: what all segments need of a unit, then its places. */
  private final int[] base;

  private final int[] missing;
  private final int[] edgeOf;

  Inboxes(FlowModel model, int ahead) {
    this.model = model;
    this.ahead = ahead;
    this.first = new int[model.edges + 1];
    for (int e = 0; e < model.edges; e++) {
      first[e + 1] = first[e] + (model.late[e] ? 0 : model.parts(model.to[e]));
    }
    this.base = new int[first[model.edges] + 1];
    this.edgeOf = new int[model.pairs()];
    for (int e = 0; e < model.edges; e++) {
      Arrays.fill(edgeOf, model.firstPair[e], model.firstPair[e + 1], e);
      for (int i = first[e]; i < first[e + 1]; i++) {
        int segments = model.segments[model.firstPart[model.to[e]] + i - first[e]];
        base[i + 1] = Math.addExact(base[i], Math.multiplyExact(segments, Math.addExact(ahead, 1)));
      }
    }
    this.missing = new int[base[first[model.edges]]];
    for (int e = 0; e < model.edges; e++) {
      for (int pair = model.firstPair[e]; pair < model.firstPair[e + 1] && !model.late[e]; pair++) {
        int part = part(pair);
        for (int k = 0; k < model.pieces[pair]; k++) {
          missing[base[inbox(e, part)] + segment(pair, part, k)]++;
        }
      }
      for (int i = first[e]; i < first[e + 1]; i++) {
        int segments = (base[i + 1] - base[i]) / (ahead + 1);
        for (int place = 1; place <= ahead; place++) {
          System.arraycopy(missing, base[i], missing, base[i] + place * segments, segments);
        }
      }
    }
  }

  private int part(int pair) {
    int edge = edgeOf[pair];
    int receiver = model.to[edge];
    return model.firstPart[receiver] + (pair - model.firstPair[edge]) % model.parts(receiver);
  }

  private int segment(int pair, int part, int piece) {
    return piece * model.segments[part] / model.pieces[pair];
  }

  private int inbox(int edge, int part) {
    return first[edge] + part - model.firstPart[model.to[edge]];
  }

  /** Where the counts of a unit begin. */
  private int place(int edge, int part, int number) {
    return base[inbox(edge, part)] + (1 + number % ahead) * model.segments[part];
  }

  /**
   * Takes a piece.
   *
   * @return the part, if a segment of it now has all; otherwise −1
   */
  int put(int pair, int number, int piece) {
    int part = part(pair);
    int at = place(edgeOf[pair], part, number) + segment(pair, part, piece);
    return --missing[at] == 0 ? part : -1;
  }

  /** Whether a part has all data for a segment of a unit. */
  boolean has(int part, int[] inputs, int unit, int segment) {
    for (int e : inputs) {
      if (!model.late[e] && unit % model.edgeEvery[e] == 0) {
        if (missing[place(e, part, unit / model.edgeEvery[e]) + segment] > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Makes room for data of another unit. */
  void clear(int part, int[] inputs, int unit) {
    for (int e : inputs) {
      if (!model.late[e] && unit % model.edgeEvery[e] == 0) {
        int from = base[inbox(e, part)];
        int at = place(e, part, unit / model.edgeEvery[e]);
        System.arraycopy(missing, from, missing, at, model.segments[part]);
      }
    }
  }
}
