package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.farm.message.Session;
import io.strait.farm.message.TraceQueue;
import io.strait.transport.wire.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.function.IntConsumer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a child's parent has not acknowledged. Small ones are sent whole, as many as may
 * be under way; large ones are offered, and sent in chunks when the parent fetches them. In a new
 * session all of them are sent again.
 */
final class Outbox {
  /** Large parts that are offered at a time, so that fetching one hides the wait for the next. */
  private static final int OFFERS = 20;

  private final ProtocolSettings settings;
  private final TraceQueue traces;
  private final ArrayDeque<OutPart> waiting = new ArrayDeque<>();
  private final Int2ObjectHashMap<OutPart> sent = new Int2ObjectHashMap<>();
  private final ArrayDeque<OutPart> fetched = new ArrayDeque<>();
  private long keptBytes;
  private int nextPart;
  private int eagerBytes;
  private int offered;

  /**
   * @param traces counts the bytes that are sent
   */
  Outbox(ProtocolSettings settings, TraceQueue traces) {
    this.settings = settings;
    this.traces = traces;
  }

  /** Whether the parent has acknowledged everything. */
  boolean isEmpty() {
    return waiting.isEmpty() && sent.isEmpty();
  }

  /** Bytes of all parts that are not acknowledged. */
  long keptBytes() {
    return keptBytes;
  }

  /** Parts that wait for their turn. */
  int backlog() {
    return waiting.size();
  }

  /** Parts that are not acknowledged. */
  int unacknowledged() {
    return waiting.size() + sent.size();
  }

  /** Whether large parts are on their way. */
  boolean hasOffered() {
    return offered > 0;
  }

  /** Visits the tasks of all parts that are not acknowledged. */
  void forEachTask(IntConsumer visitor) {
    waiting.forEach(p -> p.tasks.forEach(visitor));
    sent.values().forEach(p -> p.tasks.forEach(visitor));
  }

  /** Whether the parent has all of a part with this task, though it has not acknowledged it. */
  boolean isSent(int task) {
    return sent.values().stream()
        .anyMatch(part -> (isSmall(part) || part.sent == part.size) && part.tasks.contains(task));
  }

  /** Sends a part when its turn comes, and again until it is acknowledged. */
  void add(OutPart part) {
    keptBytes += part.size;
    waiting.add(part);
  }

  /** A session begins: what was sent before and not acknowledged is sent again. */
  void rewind() {
    nextPart = 0;
    eagerBytes = 0;
    offered = 0;
    fetched.clear();
    var again = new ArrayList<>(sent.values());
    again.sort((a, b) -> Integer.compare(b.number, a.number));
    sent.clear();
    again.forEach(waiting::addFirst);
    waiting.forEach(OutPart::rewind);
  }

  /** The parent wants a part that it was offered. */
  void fetch(int number) {
    @Nullable OutPart part = sent.get(number);
    if (part != null) {
      fetched.add(part);
    }
  }

  /** The parent has decided about a part, which is not kept any longer; null if it was not. */
  @Nullable OutPart remove(int number) {
    @Nullable OutPart part = sent.remove(number);
    if (part != null) {
      keptBytes -= part.size;
      if (isSmall(part)) {
        eagerBytes -= part.size;
      } else {
        offered--;
        fetched.remove(part);
      }
    }
    return part;
  }

  private boolean isSmall(OutPart part) {
    return part.size <= settings.eager();
  }

  /** Sends what can be sent now. */
  void flush(Session to, long now) {
    sendParts(to, now);
    sendChunks(to, now);
  }

  private void sendParts(Session to, long now) {
    var batch = new ArrayList<Part>();
    int bytes = 0;
    for (Iterator<OutPart> parts = waiting.iterator(); parts.hasNext(); ) {
      var part = parts.next();
      boolean small = isSmall(part);
      if (small
          ? eagerBytes > 0 && eagerBytes + part.size > settings.eagerBytes()
          : offered >= OFFERS) {
        break;
      }
      parts.remove();
      part.number = nextPart++;
      sent.put(part.number, part);
      if (small) {
        eagerBytes += part.size;
        traces.sent(part.size);
        bytes += part.size + 32;
        batch.add(new Part(part.number, part.kind, part.tasks, part.payload()));
      } else {
        offered++;
      }
      if (!batch.isEmpty() && (!small || bytes >= settings.chunk())) {
        to.send(new Message.Results(batch), now);
        batch = new ArrayList<>();
        bytes = 0;
      }
      if (!small) {
        to.send(new Message.Offer(part.number, part.kind, part.tasks, part.size), now);
      }
    }
    if (!batch.isEmpty()) {
      to.send(new Message.Results(batch), now);
    }
  }

  private void sendChunks(Session to, long now) {
    while (!fetched.isEmpty() && to.link().ready()) {
      var part = fetched.getFirst();
      int length = Math.min(settings.chunk(), part.size - part.sent);
      var piece = Piece.of(part.payload(), part.sent, length);
      to.send(new Message.Chunk(part.number, part.sent, piece), now);
      part.sent += length;
      traces.sent(length);
      if (part.sent == part.size) {
        fetched.removeFirst();
      }
    }
  }
}
