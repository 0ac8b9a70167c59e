package io.strait.farm.trace;

import io.strait.farm.simulate.Timings;
import java.util.Arrays;

/**
 * Keeps what a simulated run tells about its time, up to a bound, in blocks of primitive arrays (29
 * bytes per record). What takes no time on a network is not kept, nor what never ends.
 */
public final class TraceRecorder implements Timings {
  /** What a record tells. */
  public enum Kind {
    /** A worker computed a task. */
    COMPUTE,
    /** A worker computed a task until its host failed. */
    ABORTED,
    /** A message towards the workers. */
    TASK,
    /** A message towards the master. */
    RESULT,
    /** The master took results in. */
    PROCESS,
    /** A task was lost; takes no time. */
    LOST;

    /** A number for the kind, from zero, within one run of the program. */
    @SuppressWarnings("EnumOrdinal")
    byte code() {
      return (byte) ordinal();
    }
  }

  static final int MOST = 20_000_000;

  private static final Kind[] KINDS = Kind.values();
  private static final int BLOCK_BITS = 14;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private final int most;
  private Block[] blocks = new Block[16];
  private int count;
  private long leftOut;

  public TraceRecorder() {
    this(MOST);
  }

  /** Keeps at most so many records, and counts the rest. */
  public TraceRecorder(int most) {
    this.most = most;
  }

  private static final class Block {
    final byte[] kind = new byte[BLOCK];
    final int[] resource = new int[BLOCK];
    final int[] core = new int[BLOCK];
    final int[] number = new int[BLOCK];
    final double[] start = new double[BLOCK];
    final double[] end = new double[BLOCK];
  }

  @Override
  public void computed(int worker, int core, int task, double start, double end) {
    add(Kind.COMPUTE, worker, core, task, start, end);
  }

  @Override
  public void transferred(int server, double start, double end, boolean result) {
    if (end > start) {
      add(result ? Kind.RESULT : Kind.TASK, server, 0, 0, start, end);
    }
  }

  @Override
  public void processed(int results, double start, double end) {
    add(Kind.PROCESS, 0, 0, results, start, end);
  }

  /** Told right after what was computed of the task, if anything was. */
  @Override
  public void lost(int worker, int task, double at) {
    int last = count - 1;
    if (leftOut == 0
        && count > 0
        && kind(last) == Kind.COMPUTE
        && resource(last) == worker
        && number(last) == task
        && end(last) == at) {
      blocks[last >>> BLOCK_BITS].kind[last & (BLOCK - 1)] = Kind.ABORTED.code();
    }
    add(Kind.LOST, worker, 0, task, at, at);
  }

  private void add(Kind kind, int resource, int core, int number, double start, double end) {
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
    block.kind[i] = kind.code();
    block.resource[i] = resource;
    block.core[i] = core;
    block.number[i] = number;
    block.start[i] = start;
    block.end[i] = end;
    count++;
  }

  public int count() {
    return count;
  }

  /** How many records were left out because there are too many, or because they never end. */
  long leftOut() {
    return leftOut;
  }

  public Kind kind(int record) {
    return KINDS[blocks[record >>> BLOCK_BITS].kind[record & (BLOCK - 1)]];
  }

  /** The worker, or the network server; 0 for the master. */
  public int resource(int record) {
    return blocks[record >>> BLOCK_BITS].resource[record & (BLOCK - 1)];
  }

  int core(int record) {
    return blocks[record >>> BLOCK_BITS].core[record & (BLOCK - 1)];
  }

  /** The task, or how many results the master took in. */
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
