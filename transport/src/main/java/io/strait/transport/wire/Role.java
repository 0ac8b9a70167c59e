package io.strait.transport.wire;

import java.util.Locale;
import java.util.Optional;

/** What the owner of a certificate is in a run. */
public enum Role {
  MASTER,
  GATEWAY,
  WORKER;

  /** Whether others may dial it. */
  public boolean isParent() {
    return this != WORKER;
  }

  static Optional<Role> of(String word) {
    for (Role role : values()) {
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
