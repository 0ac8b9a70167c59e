package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.protocol.Host.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long children that say nothing keep their tasks: the whole lease if they are silent, a part
 * of it if the system says that their connection is closed, and less if others have nothing to do.
 * A child whose certificate was revoked keeps nothing. Workers that nothing is left for are let go.
 */
final class Leases {
  private final Host host;
  private final ProtocolSettings settings;
  private final Children children;

  Leases(Host host, ProtocolSettings settings, Children children) {
    this.host = host;
    this.settings = settings;
    this.children = children;
  }

  /** Until when an absent child keeps its tasks. */
  private long end(Child child) {
    long silent = child.lastHeard + settings.lease();
    return child.closedAt == 0 ? silent : Math.min(silent, child.closedAt + settings.closedLease());
  }

  /** Ends sessions with those who are silent, and takes the tasks of those whose lease is over. */
  void expire(long now) {
    List<Child> late = new ArrayList<>();
    for (var child : children.all()) {
      if (now >= (child.session == null ? end(child) : child.lastHeard + settings.silence())) {
        late.add(child);
      }
    }
    for (var child : late) {
      children.sessionEnds(child, "it has been silent too long");
      if (now >= end(child)) {
        children.remove(child, "its lease has ended");
      }
    }
  }

  /**
   * Takes tasks back from children that are absent, because others have nothing to do. Who comes
   * back before these are done delivers all the same.
   */
  void takeBack(long now) {
    for (var child : List.copyOf(children.all())) {
      if (child.session == null
          && !child.holding.isEmpty()
          && now - child.lastHeard >= settings.beat()) {
        host.note(
            Level.INFO,
            "%s is out of reach; its %d tasks are handed out again, as others have nothing to do"
                .formatted(child, child.holding.size()));
        children.dropAll(child);
      }
    }
  }

  /**
   * Lets workers go that have had nothing to do for long.
   *
   * @param isExhausted whether nothing is left for any of them
   */
  void letGo(boolean isExhausted, long now) {
    if (settings.idle() == 0) {
      return;
    }
    for (var child : children.all()) {
      var session = child.session;
      if (session == null || !child.introduced || !child.isWorker() || child.isDismissed) {
        continue;
      }
      if (!(isExhausted || child.isOff) || !child.holding.isEmpty() || child.credits == 0) {
        child.idleSince = 0;
      } else if (child.idleSince == 0) {
        child.idleSince = now;
      } else if (now - child.idleSince >= settings.idle()) {
        host.note(Level.INFO, "%s has nothing to do, and is let go".formatted(child));
        child.isDismissed = true;
        child.credits = 0;
        session.send(new Message.Finished(Master.IDLE), now);
      }
    }
  }

  /** Ends sessions with children whose certificates were revoked; others get their tasks. */
  void throwOut(long now) {
    for (var child : List.copyOf(children.all())) {
      @Nullable String objection = children.admission().objection(child);
      if (objection != null && child.session != null) {
        child.session.send(new Message.Refused(objection, true), now);
        children.sessionEnds(child, objection);
        children.remove(child, objection);
      }
    }
  }
}
