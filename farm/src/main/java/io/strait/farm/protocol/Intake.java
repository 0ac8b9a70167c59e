package io.strait.farm.protocol;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Takes the parts of a parent's children in: each of them once, the large ones when there is room,
 * and none is answered before what the answer rests on is safe on the disk.
 */
final class Intake {
  /** Large parts that one child may offer at a time. */
  private static final int MOST_OFFERS = 64;

  /**
   * What is to be done when the disk is safe up to a position.
   *
   * @param part to acknowledge, or -1
   * @param fetched what needs its room no longer then; null if it took none
   * @param surplus tasks that nobody need compute any more then
   * @param already tasks of the part for which it is rejected then; if none, it is acknowledged
   */
  private record Pending(
      long position,
      Child child,
      long session,
      int part,
      @Nullable Incoming fetched,
      IdSet surplus,
      IdSet already) {}

  private record Offered(Child child, long session, Incoming incoming) {}

  private final Host host;
  private final ProtocolSettings settings;
  private final Children.Owner owner;
  private final Children children;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private final ArrayDeque<Offered> offers = new ArrayDeque<>();
  private long roomTaken;
  private int duplicates;
  private long safe = -1;

  Intake(Host host, ProtocolSettings settings, Children.Owner owner, Children children) {
    this.host = host;
    this.settings = settings;
    this.owner = owner;
    this.children = children;
  }

  /** Results that came although there was one already. */
  int duplicates() {
    return duplicates;
  }

  /** A small part came. */
  void came(Child child, Part part) {
    child.received += part.payload().length;
    came(child, part, null);
  }

  /** Tells the children that hold these tasks not to compute them, once their results are safe. */
  void cancelWhenSafe(Child child, IdSet surplus) {
    whenSafe(new Pending(owner.lastPosition(), child, 0, -1, null, surplus, IdSet.EMPTY));
  }

  /** What was on its way in a session is not any more. */
  void sessionEnds(Child child) {
    child.incoming.values().forEach(this::makeRoom);
  }

  private void makeRoom(Incoming incoming) {
    roomTaken -= incoming.room();
    incoming.release();
  }

  /** A large part is offered. */
  void offered(Child child, Message.Offer offer) {
    if (offer.size() < 0 || offer.size() > settings.mostResult()) {
      children.violation(
          child,
          "it offers a result of %d bytes, expected at most %d"
              .formatted(offer.size(), settings.mostResult()));
      return;
    }
    if (child.incoming.containsKey(offer.part()) || child.incoming.size() >= MOST_OFFERS) {
      children.violation(
          child, "it offers part %d while too many others wait".formatted(offer.part()));
      return;
    }
    if (isWhole(child, offer.kind(), offer.tasks())
        && isWelcome(child, offer.part(), offer.tasks())) {
      boolean apart = offer.kind() == Part.Kind.VALUE && owner.takesPieces();
      var incoming = apart ? new Incoming(offer, settings.chunk() / 4) : new Incoming(offer);
      child.incoming.put(offer.part(), incoming);
      offers.add(new Offered(child, sessionOf(child), incoming));
    }
  }

  private static long sessionOf(Child child) {
    return child.session == null ? 0 : child.session.id();
  }

  /** A piece of a large part came. */
  void chunk(Child child, Message.Chunk chunk) {
    @Nullable Incoming incoming = child.incoming.get(chunk.part());
    if (incoming == null || !incoming.add(chunk)) {
      children.violation(child, "it sent a chunk that was not asked for");
      return;
    }
    child.received += chunk.length();
    if (incoming.isComplete()) {
      child.incoming.remove(chunk.part());
      if (!came(child, incoming.isApart() ? incoming.head() : incoming.part(), incoming)) {
        makeRoom(incoming);
      }
    }
  }

  /**
   * Takes a part in; says whether it was accepted.
   *
   * @param fetched what it came in if it was fetched, and has its payload if that lies in pieces
   */
  private boolean came(Child child, Part part, @Nullable Incoming fetched) {
    if (!isWhole(child, part.kind(), part.tasks())
        || !isWelcome(child, part.number(), part.tasks())) {
      return false;
    }
    var surplus = part.tasks().filter(task -> children.release(child, task));
    boolean failed = part.kind() == Part.Kind.FAILED;
    child.finished += failed ? 0 : part.tasks().size();
    child.failures += failed ? 1 : 0;
    long position =
        fetched != null && fetched.isApart()
            ? owner.came(child, part, fetched.scattered())
            : owner.came(child, part);
    var entry =
        new Pending(
            position,
            child,
            sessionOf(child),
            part.number(),
            fetched,
            failed ? IdSet.EMPTY : surplus,
            IdSet.EMPTY);
    whenSafe(entry);
    return true;
  }

  private void whenSafe(Pending entry) {
    if (entry.position <= safe) {
      settle(entry);
    } else {
      pending.add(entry);
    }
  }

  /** Whether a part covers as many tasks as its kind can: only what was added up has several. */
  private boolean isWhole(Child child, Part.Kind kind, IdSet tasks) {
    if (kind == Part.Kind.PARTIAL || tasks.size() == 1) {
      return true;
    }
    children.violation(
        child, "it sent one result for %d tasks, expected one task".formatted(tasks.size()));
    return false;
  }

  /** Whether a part is to be taken in; if not, the child is told. */
  private boolean isWelcome(Child child, int number, IdSet tasks) {
    if (tasks.isEmpty() || !tasks.all(child.holding::contains)) {
      children.violation(
          child, "it sent a result of task %s, which it was not given".formatted(tasks));
      return false;
    }
    var already = tasks.filter(task -> !owner.isNeeded(task));
    if (already.isEmpty()) {
      return true;
    }
    if (already.size() == tasks.size()) {
      duplicates += tasks.size();
      tasks.forEach(task -> children.release(child, task));
      answer(child, number, IdSet.EMPTY);
    } else {
      answer(child, number, already);
    }
    return false;
  }

  /** Acknowledges or rejects a part that is not taken in, once what came before it is safe. */
  private void answer(Child child, int part, IdSet already) {
    long session = sessionOf(child);
    whenSafe(new Pending(owner.lastPosition(), child, session, part, null, IdSet.EMPTY, already));
  }

  /** Everything up to here is safe: those who wait for that are told. */
  void durable(long position) {
    safe = Math.max(safe, position);
    while (!pending.isEmpty() && pending.getFirst().position <= position) {
      settle(pending.removeFirst());
    }
  }

  private void settle(Pending entry) {
    if (entry.fetched != null) {
      makeRoom(entry.fetched);
    }
    entry.surplus.forEach(children::cancel);
    var session = entry.child.session;
    if (entry.part < 0 || session == null || session.id() != entry.session) {
      return;
    }
    if (entry.already.isEmpty()) {
      children.acknowledge(entry.child, entry.part);
    } else {
      session.send(new Message.Reject(entry.part, entry.already), host.now());
    }
  }

  /** Fetches offered parts as long as there is room, here and on the disk; one at least. */
  void fetch(long now) {
    while (!offers.isEmpty()) {
      var next = offers.getFirst();
      if (sessionOf(next.child) != next.session) {
        offers.removeFirst();
        continue;
      }
      int size = next.incoming.offer.size();
      if (roomTaken > 0 && roomTaken + size > Math.min(settings.room(), owner.room())) {
        return;
      }
      offers.removeFirst();
      var offer = next.incoming.offer;
      if (!isWelcome(next.child, offer.part(), offer.tasks())) {
        next.child.incoming.remove(offer.part());
        continue;
      }
      roomTaken += size;
      next.incoming.fetch();
      if (next.child.session != null) {
        next.child.session.send(new Message.Fetch(offer.part()), now);
      }
    }
  }
}
