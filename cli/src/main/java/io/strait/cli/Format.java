package io.strait.cli;

import java.util.Locale;

/** How a command prints its answer. */
enum Format {
  TEXT,
  JSON;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
