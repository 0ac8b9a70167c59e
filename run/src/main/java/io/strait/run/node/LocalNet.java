package io.strait.run.node;

import io.strait.run.farm.Envelope;
import io.strait.run.farm.Link;
import io.strait.run.wire.Inbox;
import org.jspecify.annotations.Nullable;

/** Links between nodes of one process. */
final class LocalNet {
  private LocalNet() {}

  /** One end. */
  private static final class End implements Link {
    private final Inbox owner;
    private volatile boolean open = true;
    private @Nullable End other;

    End(Inbox owner) {
      this.owner = owner;
    }

    private End other() {
      if (other == null) {
        throw new IllegalStateException("not connected");
      }
      return other;
    }

    @Override
    public void send(Envelope envelope) {
      var to = other();
      if (open && to.open) {
        to.owner.received(to, envelope, () -> {});
      }
    }

    @Override
    public boolean ready() {
      return true;
    }

    @Override
    public void close() {
      open = false;
      var to = other();
      if (to.open) {
        to.open = false;
        to.owner.closed(to, "");
      }
    }
  }

  /** Connects a child with its parent. */
  static Link dial(Inbox child, Inbox parent) {
    var here = new End(child);
    var there = new End(parent);
    here.other = there;
    there.other = here;
    parent.accepted(there);
    child.connected(here);
    return here;
  }
}
