package io.strait.model;

/** Which connections a cluster takes from outside. */
public enum Inbound {
  /** All. */
  ANY,
  /** None: a firewall drops them, and only what its own hosts dial gets through. */
  NONE
}
