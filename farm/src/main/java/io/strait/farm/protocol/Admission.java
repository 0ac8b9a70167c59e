package io.strait.farm.protocol;

import io.strait.farm.journal.Member;
import io.strait.farm.journal.Members;
import io.strait.farm.message.Message;
import io.strait.farm.protocol.Host.Level;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Peer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says which children may join a parent and stay. A certificate that was revoked ends everything;
 * one of a worker is none of a gateway. Who has joined before needs no token.
 */
final class Admission {
  private static final long DAY = 86_400_000_000_000L;

  private final Host host;
  private final Function<Message.Hello, @Nullable String> guard;
  private Members members = new Members(List.of(), member -> {});

  /**
   * @param guard says why a child that is new may not join, or null
   */
  Admission(Host host, Function<Message.Hello, @Nullable String> guard) {
    this.host = host;
    this.guard = guard;
  }

  /** Those who have joined before, and where others are written down. */
  void members(Members known) {
    members = known;
  }

  /** Why a child may not join; null if it may. */
  @Nullable String refusal(Message.Hello hello, @Nullable Peer peer) {
    @Nullable String reason = peer == null ? null : objection(hello.role(), peer);
    return reason != null || members.contains(Member.of(hello, peer)) ? reason : guard.apply(hello);
  }

  private static @Nullable String objection(Message.Role as, Peer peer) {
    @Nullable String objection = peer.objection();
    // A worker hands in its own results; a gateway those of others.
    boolean may =
        as == Message.Role.WORKER
            ? peer.role().isPresent()
            : peer.role().map(NodeRole::isParent).orElse(false);
    return objection != null || may
        ? objection
        : "its certificate (%s) is a worker's, expected a gateway's".formatted(peer.name());
  }

  /** A child has joined. */
  void joined(Child child, Message.Hello hello, @Nullable Peer peer) {
    members.add(Member.of(hello, peer));
    warn(child, peer);
  }

  /** Why the session with a child must end; null if it may go on. */
  @Nullable String objection(Child child) {
    @Nullable Peer peer = child.session == null ? null : child.session.link().peer();
    warn(child, peer);
    return peer == null ? null : peer.objection();
  }

  /** Says once a day that a child's certificate ends before long. */
  private void warn(Child child, @Nullable Peer peer) {
    if (peer != null && host.now() >= child.warnAt) {
      child.warnAt = host.now() + DAY;
      @Nullable String warning = peer.warning();
      if (warning != null) {
        host.note(Level.WARNING, "%s: %s".formatted(child, warning));
      }
    }
  }
}
