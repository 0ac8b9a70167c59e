package io.strait.realign.run;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** RankParts in memory, made up: two of them, for phases in turn. */
final class MemoryParts implements RankParts {
  private final Arena arena = Arena.ofShared();
  private final Moves moves;
  private final int rank;
  private final MemorySegment[] parts = new MemorySegment[2];

  MemoryParts(Moves moves, int rank) {
    this.moves = moves;
    this.rank = rank;
    for (int parity = 0; parity < 2; parity++) {
      long most = 1;
      for (int phase = parity; phase < moves.phases(); phase += 2) {
        most = Math.max(most, moves.bytes(phase, rank));
      }
      parts[parity] = arena.allocate(most, 64);
    }
  }

  @Override
  public boolean isFiles() {
    return false;
  }

  @Override
  public void prepare(int repetition) {
    new ElementPattern(moves.phase(0), moves.elementBytes()).fill(part(0), moves.block(0, rank));
    part(1).fill((byte) -1);
  }

  @Override
  public void read() {}

  @Override
  public MemorySegment part(int phase) {
    return parts[phase % 2];
  }

  @Override
  public void write() {}

  @Override
  public boolean check() {
    int last = moves.phases() - 1;
    return new ElementPattern(moves.phase(last), moves.elementBytes())
        .check(part(last), moves.block(last, rank));
  }

  @Override
  public long memory() {
    return parts[0].byteSize() + parts[1].byteSize();
  }

  @Override
  public Ledger ledger() {
    return Ledger.NONE;
  }

  @Override
  public void close() {
    arena.close();
  }
}
