package io.strait.realign.file;

/** Which of a realignment's numberings of processors may be changed. */
public enum Renumber {
  /** Where the first distribution puts its blocks. */
  SOURCE,
  /** Where the last distribution puts them. */
  TARGET,
  /** Every distribution, each in its own way. */
  BOTH,
  /** Every distribution, all in the same way. */
  SAME
}
