package io.strait.farm.protocol;

import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Peer;
import org.jspecify.annotations.Nullable;

/** What a child may be, by its certificate. */
final class Admission {
  private Admission() {}

  /** Why a child may not join as what it says it is; null if it may. */
  static @Nullable String objection(Message.Hello hello, @Nullable Peer peer) {
    if (peer == null) {
      return null;
    }
    @Nullable String objection = peer.objection();
    if (objection != null) {
      return objection;
    }
    // A worker hands in its own results; a gateway those of others.
    boolean may =
        peer.role()
            .map(role -> hello.role() == Message.Role.WORKER || role != NodeRole.WORKER)
            .orElse(false);
    return may
        ? null
        : "its certificate (%s) is a worker's, expected a gateway's".formatted(peer.name());
  }
}
