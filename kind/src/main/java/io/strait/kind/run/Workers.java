package io.strait.kind.run;

import java.util.Locale;

/** Where the workers or ranks of a run are: in this process, in processes of its own, elsewhere. */
public enum Workers {
  EMBEDDED,
  PROCESSES,
  NONE;

  /** As the command line has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
