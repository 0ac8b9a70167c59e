package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.protocol.Host.Level;
import io.strait.model.text.Printable;
import io.strait.transport.store.Scattered;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A parent's side of the protocol: knows the children and what each of them holds; their parts go
 * through {@link Intake}. Used by the master and by gateways alike. The file is long because
 * joining, holding and leaving all change a few shared tables.
 */
final class Children {
  /** Tasks that one child may say it holds. */
  private static final int MOST_HELD = 1 << 22;

  /** Whose children they are. */
  interface Owner {
    /** What a child is told when it joins; null while nobody can. */
    Message.@Nullable Welcome welcome(Message.Hello hello);

    /** How many tasks the run has. */
    int taskCount();

    /** Whether results of a task are still wanted. */
    boolean isNeeded(int task);

    /** A child can take so many tasks more. */
    void wants(Child child, int tasks);

    /** A child turned out to hold a task that nobody was known to hold. */
    void found(int task);

    /** Nobody holds this task any more; the child was the last that did. */
    void lost(Child child, int task);

    /**
     * A part came, and all of its tasks are needed.
     *
     * @return where it was put on the disk, or -1 if it need not be safe before it is acknowledged
     */
    long came(Child child, Part part);

    /** Whether results that come in pieces are taken as they are. */
    default boolean takesPieces() {
      return false;
    }

    /** As above, for a result whose payload lies in pieces, which stay until it is acknowledged. */
    default long came(Child child, Part head, Scattered payload) {
      throw new IllegalStateException("results are taken whole");
    }

    /** Bytes of results for which the disk has room; 0 while it cannot be written. */
    default long room() {
      return Long.MAX_VALUE;
    }

    /** Where the last thing that was accepted is on the disk; -1 if nothing was. */
    long lastPosition();

    /** A child has gone for good, or its lease has ended: its tasks are handed out again. */
    default void gone(Child child, int tasks) {}

    /** A child has connected, for the first time or again. */
    void joined(Child child);

    /** A child has no connection any more. */
    void cutOff(Child child, String why);

    /** A child said what it, or a node below it, did. */
    void traced(Child child, Message.Trace trace);

    /** A child, or a node below it, gave a warning. */
    void noticed(Child child, Message.Notice notice);
  }

  private record Key(String name, long instance) {}

  private final Host host;
  private final ProtocolSettings settings;
  private final Owner owner;
  private final Admission admission;
  private final Intake intake;
  private long sessions;
  private int slots;
  private final Map<Key, Child> children = new LinkedHashMap<>();
  private final Departed departed = new Departed();
  private final Map<NodeLink, Child> byLink = new HashMap<>();
  private final Strangers strangers;
  private final Leases leases;
  private final Int2ObjectHashMap<Child> bySlot = new Int2ObjectHashMap<>();
  private final Int2IntCounterMap holders = new Int2IntCounterMap(0);
  private final List<Child> touched = new ArrayList<>();
  private long nextRound;

  /**
   * @param epoch of this parent; sessions of different epochs have different numbers
   * @param guard says why a child may not join, or null
   */
  Children(
      Host host,
      ProtocolSettings settings,
      int epoch,
      Function<Message.Hello, @Nullable String> guard,
      Owner owner) {
    this.host = host;
    this.settings = settings;
    this.admission = new Admission(host, guard);
    this.owner = owner;
    this.intake = new Intake(host, settings, owner, this);
    this.strangers = new Strangers(host, settings.silence());
    this.leases = new Leases(host, settings, this);
    this.sessions = (long) epoch << 32;
  }

  Admission admission() {
    return admission;
  }

  Collection<Child> all() {
    return children.values();
  }

  /** All of them, for reports. */
  List<ChildState> states() {
    return children.values().stream().map(Child::state).toList();
  }

  /** Those that are gone for good. */
  Departed departed() {
    return departed;
  }

  /** The child with a slot, or null if its session is over. */
  @Nullable Child at(int slot) {
    return bySlot.get(slot);
  }

  boolean isHeld(int task) {
    return holders.get(task) > 0;
  }

  /** Tasks that some child holds. */
  int heldTasks() {
    return holders.size();
  }

  /** Results that came although there was one already. */
  int duplicates() {
    return intake.duplicates();
  }

  /** Tells the children that hold a task that it is not needed any more. */
  void cancel(int task) {
    if (isHeld(task)) {
      for (var child : children.values()) {
        if (child.holding.contains(task)) {
          cancel(child, task);
        }
      }
    }
  }

  /** Hands a task to a child that has asked. */
  void give(Child child, int task, int attempt, byte[] input) {
    child.credits--;
    child.gets(host.now());
    if (child.holding.add(task)) {
      holders.incrementAndGet(task);
    }
    child.given.add(new Child.Given(task, (byte) Math.min(attempt, Byte.MAX_VALUE), input));
    touch(child);
  }

  /** There is something to send to a child. */
  private void touch(Child child) {
    if (!child.touched) {
      child.touched = true;
      touched.add(child);
    }
  }

  private void cancel(Child child, int task) {
    child.cancels.add(task);
    touch(child);
  }

  /** Tells a child that a part is safe. */
  void acknowledge(Child child, int part) {
    child.acks.add(part);
    touch(child);
  }

  void accepted(NodeLink link) {
    strangers.accepted(link);
  }

  void closed(NodeLink link, String why) {
    strangers.closed(link, why);
    @Nullable Child child = byLink.get(link);
    if (child != null) {
      child.closedAt = host.now();
      var cause = why.isEmpty() ? "; it ended, or the network broke" : ": " + why;
      sessionEnds(child, "its connection is gone" + cause);
    }
  }

  void received(NodeLink link, Envelope envelope) {
    @Nullable Child child = byLink.get(link);
    if (child != null && child.session != null) {
      switch (child.session.judge(envelope, host.now())) {
        case NEXT -> {
          child.lastHeard = host.now();
          handle(child, envelope.message());
        }
        case STALE -> host.note(Level.DETAIL, "dropped a stale message from " + child);
        case BROKEN -> sessionEnds(child, "a message is missing");
      }
    } else if (strangers.contains(link)) {
      if (envelope.message() instanceof Message.Hello hello) {
        join(link, hello);
      } else {
        strangers.refuse(link, "it did not begin with hello");
      }
    }
  }

  private void join(NodeLink link, Message.Hello hello) {
    if (hello.name().isBlank() || !hello.name().codePoints().allMatch(Printable::isShown)) {
      refuse(link, hello, "its name is not valid, expected printable characters", true);
      return;
    }
    int version = Math.min(hello.newest(), Message.NEWEST);
    if (version < hello.oldest() || version < Message.OLDEST) {
      refuse(
          link,
          hello,
          "it speaks versions %d to %d of the protocol, expected %d to %d"
              .formatted(hello.oldest(), hello.newest(), Message.OLDEST, Message.NEWEST),
          true);
      return;
    }
    // Where no run goes on, nobody knows who may join the next one.
    Message.@Nullable Welcome welcome = owner.welcome(hello);
    if (welcome == null) {
      refuse(link, hello, "not ready yet", false);
      return;
    }
    @Nullable String reason = admission.refusal(hello, link.peer());
    if (reason != null) {
      refuse(link, hello, reason, true);
      return;
    }
    var key = new Key(hello.name(), hello.instance());
    @Nullable Child known = children.get(key);
    if (known != null && hello.dial() <= known.dial) {
      strangers.remove(link);
      link.close(); // a hello from the past
      return;
    }
    if (known != null && known.session != null) {
      sessionEnds(known, "it has connected again");
    }
    var child = known == null ? new Child(hello) : known;
    children.put(key, child);
    expireNamesakes(child);
    if (known == null) {
      departed.isBack(child);
    }
    strangers.remove(link);
    long now = host.now();
    child.dial = hello.dial();
    child.slot = slots++;
    child.lastHeard = now;
    child.closedAt = 0;
    child.session = host.session(link, ++sessions);
    byLink.put(link, child);
    bySlot.put(child.slot, child);
    host.note(Level.INFO, "%s joined".formatted(child));
    admission.joined(child, hello, link.peer());
    owner.joined(child);
    child.session.send(
        new Message.Welcome(
            version,
            hello.dial(),
            welcome.run(),
            welcome.tasks(),
            welcome.leaseMillis(),
            welcome.aggregate(),
            welcome.ahead(),
            welcome.mostResultBytes(),
            welcome.spec()),
        now);
  }

  /** A process was restarted under this name: the earlier one is over. */
  private void expireNamesakes(Child fresh) {
    var old =
        children.values().stream()
            .filter(c -> c != fresh && c.session == null && c.name.equals(fresh.name))
            .toList();
    old.forEach(c -> remove(c, "it was restarted"));
  }

  private void refuse(NodeLink link, Message.Hello hello, String reason, boolean forGood) {
    if (forGood) {
      var from = link.address().isEmpty() ? "" : " (from %s)".formatted(link.address());
      host.note(Level.WARNING, "refused %s: %s%s".formatted(hello.name(), reason, from));
    }
    strangers.remove(link);
    link.send(new Envelope(0, 0, new Message.Refused(reason, forGood)));
    link.close();
  }

  private void handle(Child child, Message message) {
    if (!child.introduced
        && !(message instanceof Message.Holding
            || message instanceof Message.Leaving
            || message instanceof Message.Notice
            || message instanceof Message.Beat)) {
      violation(child, "it did not begin with the tasks that it holds");
      return;
    }
    switch (message) {
      case Message.Holding holding -> holding(child, holding.tasks());
      case Message.Want want -> wants(child, want.tasks());
      case Message.Results results -> results.parts().forEach(part -> intake.came(child, part));
      case Message.Offer offer -> intake.offered(child, offer);
      case Message.Chunk chunk -> intake.chunk(child, chunk);
      case Message.Returned returned -> {
        if (isSane(child, returned.tasks())) {
          returned.tasks().forEach(task -> drop(child, task));
        }
      }
      case Message.Leaving leaving -> {
        sessionEnds(child, "it left: " + leaving.reason());
        remove(child, "it left: " + leaving.reason());
      }
      case Message.Beat beat -> {
        // Who asks faster than it reads gets no answer: they would pile up here.
        if (beat.echo() == 0 && child.session != null && child.session.link().ready()) {
          child.session.send(new Message.Beat(host.now(), beat.stamp()), host.now());
        }
      }
      case Message.Trace trace -> {
        child.learn(trace);
        owner.traced(child, trace);
      }
      case Message.Notice notice -> {
        if (child.notices.allows(host.now())) {
          owner.noticed(child, notice);
        }
      }
      case Message.Hello ignored -> {}
      case Message.Welcome ignored -> wrong(child);
      case Message.Refused ignored -> wrong(child);
      case Message.Tasks ignored -> wrong(child);
      case Message.Fetch ignored -> wrong(child);
      case Message.Ack ignored -> wrong(child);
      case Message.Reject ignored -> wrong(child);
      case Message.Cancel ignored -> wrong(child);
      case Message.Finished ignored -> wrong(child);
      case Message.Stock _, Message.Paces _ -> wrong(child);
    }
  }

  private void wrong(Child child) {
    violation(child, "it sent a message that only parents send");
  }

  /** Ends the session with a child that does what it must not. */
  void violation(Child child, String why) {
    host.note(Level.WARNING, "%s breaks the protocol: %s".formatted(child, why));
    sessionEnds(child, why);
  }

  /** Whether a set is one of tasks of this run, and not absurdly large. */
  private boolean isSane(Child child, IdSet tasks) {
    if (tasks.isEmpty() || (tasks.last() < owner.taskCount() && tasks.size() <= MOST_HELD)) {
      return true;
    }
    violation(
        child,
        "it names tasks %d to %d, expected tasks of this run"
            .formatted(tasks.first(), tasks.last()));
    return false;
  }

  private void holding(Child child, IdSet tasks) {
    if (!isSane(child, tasks)) {
      return;
    }
    if (!child.introduced) {
      // All that it holds: what we thought it had and is not there was lost on the way.
      var missing = new IntArrayList();
      child.holding.forEachInt(
          task -> {
            if (!tasks.contains(task)) {
              missing.add(task);
            }
          });
      missing.forEachInt(task -> drop(child, task));
      child.introduced = true;
    }
    tasks.forEach(
        task -> {
          if (child.holding.add(task) && holders.incrementAndGet(task) == 1) {
            owner.found(task);
          }
        });
    var surplus = tasks.filter(task -> !owner.isNeeded(task));
    if (!surplus.isEmpty()) {
      intake.cancelWhenSafe(child, surplus);
    }
  }

  private void wants(Child child, int tasks) {
    if (tasks < 1 || child.credits + (long) tasks > settings.mostCredits()) {
      violation(child, "it asks for %d more tasks".formatted(tasks));
      return;
    }
    child.credits += tasks;
    owner.wants(child, tasks);
  }

  /** The child has handed in a task; says whether others still hold it. */
  boolean release(Child child, int task) {
    return child.holding.remove(task) && holders.decrementAndGet(task) > 0;
  }

  /** The child does not have a task any more. */
  private void drop(Child child, int task) {
    if (child.holding.remove(task) && holders.decrementAndGet(task) == 0) {
      owner.lost(child, task);
    }
  }

  void sessionEnds(Child child, String why) {
    var session = child.session;
    if (session == null) {
      return;
    }
    host.note(Level.INFO, "the session with %s ends: %s".formatted(child, why));
    owner.cutOff(child, why);
    intake.sessionEnds(child);
    byLink.remove(session.link());
    bySlot.remove(child.slot);
    child.sessionEnded();
    session.link().close();
  }

  void remove(Child child, String why) {
    if (children.remove(new Key(child.name, child.instance)) == null) {
      return;
    }
    departed.add(child);
    host.note(
        child.holding.isEmpty() ? Level.INFO : Level.WARNING,
        "%s is gone: %s; %d tasks are handed out again"
            .formatted(child, why, child.holding.size()));
    dropAll(child);
  }

  void dropAll(Child child) {
    var tasks = new IntArrayList();
    child.holding.forEachInt(tasks::addInt);
    tasks.forEachInt(task -> drop(child, task));
    if (!tasks.isEmpty()) {
      owner.gone(child, tasks.size());
    }
  }

  /** Everything up to here is safe: those who wait for that are told. */
  void durable(long position) {
    intake.durable(position);
  }

  /** Whether there is a session with any child. */
  boolean isAnyThere() {
    return !byLink.isEmpty();
  }

  /** Tells all children that they are not needed any more; they tell what they did, and go. */
  void dismiss(String reason) {
    for (var child : List.copyOf(children.values())) {
      if (child.session != null) {
        child.session.send(new Message.Finished(reason), host.now());
      }
    }
  }

  /** Sends what has gathered, and does what is due. */
  void flush() {
    long now = host.now();
    if (now >= nextRound) {
      round(now);
    }
    intake.fetch(now);
    for (var child : touched) {
      child.touched = false;
      var session = child.session;
      if (session == null) {
        continue;
      }
      child.sendAll(session, now);
    }
    touched.clear();
  }

  /** Looks after all children: who is late, who has heard nothing for long. */
  private void round(long now) {
    leases.expire(now);
    leases.throwOut(now);
    strangers.expire(now);
    for (var child : children.values()) {
      if (child.session != null && now - child.session.lastSent() >= settings.beat()) {
        child.session.send(new Message.Beat(now, 0), now);
      }
    }
    nextRound = now + settings.beat() / 2;
  }

  /** Tasks that those who are there have, or have asked for. */
  int hands() {
    int sum = 0;
    for (var child : children.values()) {
      sum += child.isThere() ? child.holding.size() + child.credits : 0;
    }
    return sum;
  }

  /** Tasks that children have who are absent. */
  int absentTasks() {
    int sum = 0;
    for (var child : children.values()) {
      sum += child.isThere() ? 0 : child.holding.size();
    }
    return sum;
  }

  /** How long those who are absent keep their tasks. */
  Leases leases() {
    return leases;
  }

  /** Tells gateways for how long they are to have work in hand. */
  void stock(Message.Stock stock, long now) {
    for (var child : children.values()) {
      if (child.session != null && child.introduced && !child.isWorker()) {
        if (stock.differs(child.stock, now - child.stockAt)) {
          child.stock = stock;
          child.stockAt = now;
          child.session.send(stock, now);
        }
      }
    }
  }

  /** When something is due next. */
  long wake() {
    return children.isEmpty() && strangers.isEmpty() ? Long.MAX_VALUE : nextRound;
  }
}
