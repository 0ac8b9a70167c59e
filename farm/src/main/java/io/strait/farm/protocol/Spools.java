package io.strait.farm.protocol;

import io.strait.transport.store.Disk;

/** Opens the spool of a run and shows what is in it. */
public interface Spools {
  Disk open(String run, Visitor visitor);

  /** Gets the records, oldest first. */
  interface Visitor {
    void record(long position, byte kind, byte[] record);
  }
}
