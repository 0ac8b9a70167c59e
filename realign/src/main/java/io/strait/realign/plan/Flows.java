package io.strait.realign.plan;

import java.util.Arrays;

/**
 * What blocks send to blocks when one numbering counts for both sides: row by row, the targets and
 * the elements of each message. A block may send another several messages (one in each step of a
 * chain), and messages to itself.
 */
public final class Flows {
  /** Names the flows of one block after the other. */
  @FunctionalInterface
  public interface Rows {
    /** Names each message that a block sends; called twice for every block, with equal answers. */
    void of(int block, Sink sink);
  }

  /** Hears of one message. */
  @FunctionalInterface
  public interface Sink {
    void message(int to, long volume);
  }

  private final int[] start;
  private final int[] to;
  private final long[] volume;

  /**
   * @param start where the row of each block begins, and where the last one ends
   * @param to the target of each message
   * @param volume elements of each message
   */
  public Flows(int[] start, int[] to, long[] volume) {
    this.start = start.clone();
    this.to = to.clone();
    this.volume = volume.clone();
    check();
  }

  private Flows(int[] start, int messages) {
    this.start = start;
    to = new int[messages];
    volume = new long[messages];
  }

  /** The flows that rows name. */
  public static Flows of(int blocks, Rows rows) {
    var start = new int[blocks + 1];
    for (int i = 0; i < blocks; i++) {
      int row = i + 1;
      rows.of(i, (_, _) -> start[row]++);
      start[row] = Math.addExact(start[row], start[i]);
    }
    var flows = new Flows(start, start[blocks]);
    var filler = flows.new Filler();
    for (int i = 0; i < blocks; i++) {
      rows.of(i, filler);
    }
    flows.check();
    return flows;
  }

  /** Writes messages one behind the other. */
  private final class Filler implements Sink {
    private int next;

    @Override
    public void message(int target, long elements) {
      to[next] = target;
      volume[next++] = elements;
    }
  }

  /** These messages and those of another step among the same blocks. */
  public Flows plus(Flows other) {
    if (other.blocks() != blocks()) {
      throw new IllegalArgumentException(
          "%d blocks and %d blocks".formatted(blocks(), other.blocks()));
    }
    var starts = new int[start.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = Math.addExact(start[i], other.start[i]);
    }
    var sum = new Flows(starts, starts[blocks()]);
    for (int i = 0; i < blocks(); i++) {
      copyRow(i, sum, starts[i]);
      other.copyRow(i, sum, starts[i] + start[i + 1] - start[i]);
    }
    return sum;
  }

  private void copyRow(int block, Flows sum, int at) {
    int length = start[block + 1] - start[block];
    System.arraycopy(to, start[block], sum.to, at, length);
    System.arraycopy(volume, start[block], sum.volume, at, length);
  }

  private void check() {
    int blocks = blocks();
    if (blocks < 1 || start[0] != 0 || start[blocks] != to.length || to.length != volume.length) {
      throw new IllegalArgumentException("rows that do not hold the messages");
    }
    for (int i = 0; i < blocks; i++) {
      if (start[i] > start[i + 1]) {
        throw new IllegalArgumentException("row %d ends before it begins".formatted(i));
      }
    }
    for (int e = 0; e < to.length; e++) {
      if (to[e] < 0 || to[e] >= blocks || volume[e] < 0) {
        throw new IllegalArgumentException(
            "%d elements to block %d of %d".formatted(volume[e], to[e], blocks));
      }
    }
  }

  public int blocks() {
    return start.length - 1;
  }

  public int messages() {
    return to.length;
  }

  /** The first message of a block; the first of the one after the last is the end. */
  public int start(int block) {
    return start[block];
  }

  public int to(int message) {
    return to[message];
  }

  /** Elements of a message. */
  public long volume(int message) {
    return volume[message];
  }

  /**
   * What all messages cost.
   *
   * @param clusters where each block is
   */
  public double cost(int[] clusters, LinkCosts costs) {
    // Counted per cluster pair, so that equal numbers give equal costs in whatever order they come.
    int c = costs.clusters();
    var count = new long[c * c];
    var elements = new long[c * c];
    for (int i = 0; i < blocks(); i++) {
      int row = clusters[i] * c;
      for (int e = start[i]; e < start[i + 1]; e++) {
        int pair = row + clusters[to[e]];
        count[pair]++;
        elements[pair] = Math.addExact(elements[pair], volume[e]);
      }
    }
    double sum = 0;
    for (int pair = 0; pair < count.length; pair++) {
      sum += costs.of(pair / c, pair % c, count[pair], elements[pair]);
    }
    return sum;
  }

  /** Messages whose ends sit in one cluster. */
  public long interior(int[] clusters) {
    long sum = 0;
    for (int i = 0; i < blocks(); i++) {
      for (int e = start[i]; e < start[i + 1]; e++) {
        sum += clusters[i] == clusters[to[e]] ? 1 : 0;
      }
    }
    return sum;
  }

  /** The volume of every message if they are all equal, else -1. */
  long commonVolume() {
    return volume.length == 0 || Arrays.stream(volume).anyMatch(v -> v != volume[0])
        ? -1
        : volume[0];
  }
}
