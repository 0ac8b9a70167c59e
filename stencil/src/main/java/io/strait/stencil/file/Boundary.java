package io.strait.stencil.file;

/** What lies outside the domain of a stencil. */
public enum Boundary {
  /** The values that the program begins with, for ever. */
  FIXED,
  /** The other end of the domain. */
  PERIODIC,
  /** The cells inside, reflected: nothing flows out. */
  MIRROR
}
