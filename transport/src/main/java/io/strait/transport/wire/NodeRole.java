package io.strait.transport.wire;

import java.util.Locale;
import java.util.Optional;

/** The role in a run of a certificate's owner. */
public enum NodeRole {
  MASTER,
  GATEWAY,
  WORKER;

  /** Whether other nodes may dial it. */
  public boolean isParent() {
    return this != WORKER;
  }

  static Optional<NodeRole> of(String word) {
    for (NodeRole role : values()) {
      if (role.toString().equals(word)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
