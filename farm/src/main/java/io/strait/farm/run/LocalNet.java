package io.strait.farm.run;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.NodeLink;
import io.strait.farm.wire.Inbox;
import io.strait.transport.emulate.DuplexPath;
import io.strait.transport.emulate.EmulatedPath;
import org.jspecify.annotations.Nullable;

/** Links between nodes of one process. */
final class LocalNet {
  private LocalNet() {}

  /** One end. */
  private static final class End implements NodeLink {
    private final Inbox owner;
    private final @Nullable EmulatedPath way;
    private volatile boolean open = true;
    private @Nullable End other;

    /**
     * @param way what it sends takes; null if that is there at once
     */
    End(Inbox owner, @Nullable EmulatedPath way) {
      this.owner = owner;
      this.way = way;
    }

    private End other() {
      if (other == null) {
        throw new IllegalStateException("not connected");
      }
      return other;
    }

    @Override
    public void send(Envelope envelope) {
      var over = way;
      if (!open) {
        return;
      }
      if (over == null) {
        deliver(envelope);
        return;
      }
      over.send(
          envelope.message().weight(),
          () -> {
            deliver(envelope);
            if (open && over.hasRoom()) {
              owner.ready(this);
            }
          });
    }

    private void deliver(Envelope envelope) {
      var to = other();
      if (to.open) {
        to.owner.received(to, envelope, () -> {});
      }
    }

    @Override
    public boolean ready() {
      return way == null || way.hasRoom();
    }

    /** What was sent before arrives before. */
    @Override
    public void close() {
      if (!open) {
        return;
      }
      open = false;
      if (way == null) {
        closeOther();
      } else {
        way.send(0, this::closeOther);
      }
    }

    private void closeOther() {
      var to = other();
      if (to.open) {
        to.open = false;
        to.owner.closed(to, "");
      }
    }
  }

  /**
   * Connects a child with its parent.
   *
   * @param ways between them; null if there is nothing
   */
  static NodeLink dial(Inbox child, Inbox parent, @Nullable DuplexPath ways) {
    var here = new End(child, ways == null ? null : ways.up());
    var there = new End(parent, ways == null ? null : ways.down());
    here.other = there;
    there.other = here;
    parent.accepted(there);
    child.connected(here);
    return here;
  }
}
