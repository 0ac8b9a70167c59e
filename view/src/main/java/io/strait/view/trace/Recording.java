package io.strait.view.trace;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What lanes did when, up to a bound, in blocks of primitive arrays (25 bytes per record). What
 * never ends is not kept.
 */
public final class Recording {
  private static final int MOST = 20_000_000;
  private static final int BLOCK_BITS = 14;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private final List<State> states;
  private final int most;
  private Block[] blocks = new Block[16];
  private int count;
  private long leftOut;

  /**
   * @param states every one at the place that its number says
   */
  public Recording(List<State> states) {
    this(states, MOST);
  }

  /** Keeps at most so many records, and counts the rest. */
  public Recording(List<State> states, int most) {
    this.states = List.copyOf(states);
    this.most = most;
    for (int i = 0; i < states.size(); i++) {
      if (states.get(i).number() != i) {
        throw new IllegalArgumentException(
            "state '%s' has the number %d, expected %d"
                .formatted(states.get(i).name(), states.get(i).number(), i));
      }
    }
  }

  private static final class Block {
    final byte[] state = new byte[BLOCK];
    final int[] lane = new int[BLOCK];
    final int[] number = new int[BLOCK];
    final double[] start = new double[BLOCK];
    final double[] end = new double[BLOCK];
  }

  /**
   * Adds a record.
   *
   * @param number see {@link State#counts}
   * @param start in seconds
   */
  public void add(State state, int lane, int number, double start, double end) {
    if (count == most || !Double.isFinite(end)) {
      leftOut++;
      return;
    }
    int b = count >>> BLOCK_BITS;
    int i = count & (BLOCK - 1);
    if (i == 0) {
      if (b == blocks.length) {
        blocks = Arrays.copyOf(blocks, 2 * b);
      }
      blocks[b] = new Block();
    }
    var block = blocks[b];
    block.state[i] = (byte) state.number();
    block.lane[i] = lane;
    block.number[i] = number;
    block.start[i] = start;
    block.end[i] = end;
    count++;
  }

  /** Gives a record another state. */
  public void change(int record, State state) {
    blocks[record >>> BLOCK_BITS].state[record & (BLOCK - 1)] = (byte) state.number();
  }

  public List<State> states() {
    return states;
  }

  public int count() {
    return count;
  }

  /** How many records are of a state. */
  public int count(State state) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      found += is(i, state) ? 1 : 0;
    }
    return found;
  }

  /** The lanes that have records of a state. */
  public BitSet lanesWith(State state) {
    var lanes = new BitSet();
    for (int i = 0; i < count; i++) {
      if (is(i, state)) {
        lanes.set(lane(i));
      }
    }
    return lanes;
  }

  /** How many records were left out because there are too many, or because they never end. */
  public long leftOut() {
    return leftOut;
  }

  public State state(int record) {
    return states.get(blocks[record >>> BLOCK_BITS].state[record & (BLOCK - 1)]);
  }

  public boolean is(int record, State state) {
    return blocks[record >>> BLOCK_BITS].state[record & (BLOCK - 1)] == state.number();
  }

  public int lane(int record) {
    return blocks[record >>> BLOCK_BITS].lane[record & (BLOCK - 1)];
  }

  public int number(int record) {
    return blocks[record >>> BLOCK_BITS].number[record & (BLOCK - 1)];
  }

  public double start(int record) {
    return blocks[record >>> BLOCK_BITS].start[record & (BLOCK - 1)];
  }

  public double end(int record) {
    return blocks[record >>> BLOCK_BITS].end[record & (BLOCK - 1)];
  }
}
