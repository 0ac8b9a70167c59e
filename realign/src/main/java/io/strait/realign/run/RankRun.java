package io.strait.realign.run;

import io.strait.realign.outcome.RankResult;
import io.strait.transport.fabric.Fabric;

/** One rank's part of a run: all repetitions, from its first part to its last. */
final class RankRun {
  private final int rank;
  private final Moves moves;
  private final Barrier barrier;
  private final RankParts parts;
  private final Realigner realigner;
  private long fileNanos;

  RankRun(
      Fabric fabric, Moves moves, Buffers buffers, LanPort port, Barrier barrier, RankParts parts) {
    this.rank = fabric.rank();
    this.moves = moves;
    this.barrier = barrier;
    this.parts = parts;
    this.realigner = new Realigner(fabric, moves, buffers, port, barrier::pulse);
  }

  /** Bytes that are where they belong; any thread may ask. */
  long moved() {
    return realigner.counters().moved();
  }

  RankResult run() {
    boolean verified = true;
    realigner.greet();
    for (int repetition = 0; repetition < moves.repetitions(); repetition++) {
      parts.prepare(repetition);
      pass(Barrier.Kind.PREPARE, 0);
      if (parts.isFiles()) {
        parts.read();
        passFiles();
      }
      for (int step = 0; step < moves.steps(); step++) {
        long began = barrier.opened();
        realigner.step(
            repetition * moves.steps() + step,
            parts.part(step),
            parts.part(step + 1),
            parts.ledger());
        pass(Barrier.Kind.MOVE, System.nanoTime() - began);
      }
      if (parts.isFiles()) {
        parts.write();
        passFiles();
      }
      verified &= repetition < moves.repetitions() - 1 || parts.check();
    }
    return realigner
        .counters()
        .result(rank, fileNanos, parts.memory() + realigner.memory(), verified);
  }

  private void passFiles() {
    long nanos = System.nanoTime() - barrier.opened();
    fileNanos += nanos;
    pass(Barrier.Kind.FILES, nanos);
  }

  private void pass(Barrier.Kind kind, long nanos) {
    barrier.arrive(kind, nanos);
    realigner.serve(barrier);
  }
}
