package io.strait.view;

import java.util.Locale;

/** How a command prints its answer. */
public enum Format {
  TEXT,
  JSON;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
