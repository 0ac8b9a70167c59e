package io.strait.farm.journal;

import io.strait.transport.store.Disk;
import java.util.List;

/** What a gateway keeps on its disk. */
public interface Spools {
  /** Opens the spool of a run and shows what is in it. */
  Disk open(String run, Visitor visitor);

  /** The children that have joined the gateway, of earlier starts too. */
  default Members members() {
    return new Members(List.of(), member -> {});
  }

  /** Gets the records, oldest first. */
  interface Visitor {
    void record(long position, byte kind, byte[] record);
  }
}
