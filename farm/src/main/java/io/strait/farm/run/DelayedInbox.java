package io.strait.farm.run;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.wire.Inbox;
import io.strait.transport.emulate.Server;
import io.strait.transport.time.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Delays what an emulated master hears: results reach it one after the other, each after the time
 * that it takes for one.
 */
final class DelayedInbox implements Inbox {
  /** A large part on its way. */
  private record Awaited(int size, int tasks) {}

  private final Inbox to;
  private final Timer timer;
  private final Server server;
  private final long taskNanos;
  private final Map<NodeLink, Map<Integer, Awaited>> awaited = new ConcurrentHashMap<>();

  DelayedInbox(Inbox to, Timer timer, Server server, long taskNanos) {
    this.to = to;
    this.timer = timer;
    this.server = server;
    this.taskNanos = taskNanos;
  }

  @Override
  public void received(NodeLink link, Envelope envelope, Runnable handled) {
    // Messages without results wait their turn too: none may overtake another.
    int tasks = tasks(link, envelope.message());
    long done = server.occupy(System.nanoTime(), tasks * taskNanos);
    timer.at(done, () -> to.received(link, envelope, handled));
  }

  /** Tasks whose results a message completes; a link's messages come one at a time. */
  private int tasks(NodeLink link, Message message) {
    var parts = awaited.computeIfAbsent(link, l -> new HashMap<>());
    return switch (message) {
      case Message.Results results ->
          results.parts().stream().mapToInt(part -> part.tasks().size()).sum();
      case Message.Offer offer -> {
        parts.put(offer.part(), new Awaited(offer.size(), offer.tasks().size()));
        yield 0;
      }
      case Message.Chunk chunk -> {
        var part = parts.get(chunk.part());
        if (part == null || chunk.offset() + chunk.length() < part.size) {
          yield 0;
        }
        parts.remove(chunk.part());
        yield part.tasks;
      }
      default -> 0;
    };
  }

  @Override
  public void accepted(NodeLink link) {
    to.accepted(link);
  }

  @Override
  public void connected(NodeLink link) {
    to.connected(link);
  }

  @Override
  public void ready(NodeLink link) {
    to.ready(link);
  }

  @Override
  public void closed(NodeLink link, String why) {
    awaited.remove(link);
    // Behind what came over it.
    long last = server.occupy(System.nanoTime(), 0);
    timer.at(last, () -> to.closed(link, why));
  }
}
