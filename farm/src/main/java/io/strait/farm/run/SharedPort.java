package io.strait.farm.run;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.NodeLink;
import io.strait.farm.wire.Inbox;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An open port that the gateways of one process have one after the other. Each hears of its own
 * connections alone. While nobody has the port, connections are closed at once; children then dial
 * again after a while.
 */
public final class SharedPort implements Inbox {
  private final Map<NodeLink, Inbox> links = new ConcurrentHashMap<>();
  private @Nullable Inbox owner;

  /** Gives the port to another owner, or to nobody, and closes the connections of the last one. */
  public void give(@Nullable Inbox to) {
    List<NodeLink> old;
    synchronized (this) {
      owner = to;
      old = List.copyOf(links.keySet());
      links.clear();
    }
    old.forEach(NodeLink::close);
  }

  @Override
  public void accepted(NodeLink link) {
    @Nullable Inbox to;
    synchronized (this) {
      to = owner;
      if (to != null) {
        links.put(link, to);
      }
    }
    if (to == null) {
      link.close();
    } else {
      to.accepted(link);
    }
  }

  @Override
  public void connected(NodeLink link) {
    throw new IllegalStateException("nobody dials from a port");
  }

  @Override
  public void received(NodeLink link, Envelope envelope, Runnable handled) {
    var to = links.get(link);
    if (to == null) {
      handled.run();
    } else {
      to.received(link, envelope, handled);
    }
  }

  @Override
  public void ready(NodeLink link) {
    var to = links.get(link);
    if (to != null) {
      to.ready(link);
    }
  }

  @Override
  public void closed(NodeLink link, String why) {
    var to = links.remove(link);
    if (to != null) {
      to.closed(link, why);
    }
  }
}
