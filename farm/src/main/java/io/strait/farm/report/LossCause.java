package io.strait.farm.report;

import java.util.Locale;

/** Why workers computed less than they could have, in the order in which causes are looked for. */
enum LossCause {
  /** Hosts stood still. */
  FROZEN("hosts that stood still"),
  /** Their cluster, or they themselves, could not be reached. */
  CUT("cuts"),
  /** They were gone, or the gateway above them was. */
  DEATH("nodes that were gone"),
  /** A network that leads to them was full. */
  LINK("networks that were full"),
  /** Only tasks were left that others held who could not be reached. */
  LEASE("waiting for tasks of those who were away"),
  /** They computed longer for a task than the plan says. */
  SLOW("hosts slower than planned"),
  /** They had not begun yet. */
  START("waiting for the first task"),
  /** There was nothing left to begin. */
  END("waiting for the last tasks to end"),
  /** Whatever else. */
  REST("waiting between tasks");

  /** In words, for tables. */
  final String words;

  LossCause(String words) {
    this.words = words;
  }

  /** For JSON. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether something went wrong, which no faster host or network would have mended. */
  boolean isTrouble() {
    return switch (this) {
      case FROZEN, CUT, DEATH, LEASE, SLOW -> true;
      case LINK, START, END, REST -> false;
    };
  }
}
