package io.strait.kind.run;

import java.util.Locale;

/** Where those come from who do the work of a run. */
public enum Workers {
  EMBEDDED,
  PROCESSES,
  NONE;

  /** As the command line has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
