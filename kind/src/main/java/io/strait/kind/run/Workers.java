package io.strait.kind.run;

import java.util.Locale;

/** Where the workers or ranks of a run are. */
public enum Workers {
  /** Threads in this process. */
  EMBEDDED,
  /** Processes on this machine. */
  PROCESSES,
  /** Processes that the run starts at its sites. */
  SITES,
  /** Others start them, and they join. */
  NONE;

  /** Whether they are on machines of their own, so that what is promised can be measured. */
  public boolean areElsewhere() {
    return this == SITES || this == NONE;
  }

  /** As the command line has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
