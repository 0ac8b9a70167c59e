package io.strait.realign.run;

import java.lang.foreign.MemorySegment;

/** Where a rank has its parts of the array. */
interface RankParts extends AutoCloseable {
  /** Whether they are files. */
  boolean isFiles();

  /** Makes everything ready for a repetition. */
  void prepare(int repetition);

  /** Reads what is in files. */
  void read();

  /** The part of a phase. */
  MemorySegment part(int phase);

  /** Writes what belongs into files, safely. */
  void write();

  /** Whether the last part is as it should be; true where nobody knows that. */
  boolean check();

  /** Bytes in memory. */
  long memory();

  /** What is known of former lives. */
  Ledger ledger();

  @Override
  void close();
}
