package io.strait.stencil.file;

import java.util.Locale;

/** How a stencil deals with the time that borders need from rank to rank. */
public enum Strategy {
  /** Exchange, then compute. */
  SYNC,
  /** Latency hiding: borders first, then the core while they travel. */
  LH,
  /** Paper <em>lhrp</em>: columns that both sides of a gap compute, one version a cycle. */
  LHRP,
  /** The same columns, each arriving border computed as a whole diagonal. */
  WAVEFRONT,
  /** Several columns at once, every so many iterations. */
  DEEP_HALO;

  /** The word for it in files and on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether both sides of a gap compute a band of columns. */
  public boolean hasBand() {
    return this == LHRP || this == WAVEFRONT;
  }
}
