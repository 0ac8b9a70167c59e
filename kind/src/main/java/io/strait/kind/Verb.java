package io.strait.kind;

/** What a command does with an app; each has options of its own for every kind. */
public enum Verb {
  PLAN,
  SIMULATE,
  RUN
}
