package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.protocol.Host.Level;
import io.strait.transport.store.Scattered;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A parent's side of the protocol: knows the children and what each of them holds. They come in at
 * {@link Reception}, their parts go through {@link Intake}, and {@link Leases} ends what is over.
 * Used by the master and by gateways alike.
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

    /** Whether nothing is left for a child that has nothing to do. */
    default boolean isExhausted() {
      return false;
    }

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

  private final Host host;
  private final ProtocolSettings settings;
  private final Owner owner;
  private final Admission admission;
  private final Intake intake;
  private long sessions;
  private final ChildIndex children = new ChildIndex();
  private final Departed departed = new Departed();
  private final Strangers strangers;
  private final Reception reception;
  private final Leases leases;
  private final Holders holders = new Holders();
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
    this.reception = new Reception(host, owner, admission, strangers);
    this.leases = new Leases(host, settings, this);
    this.sessions = (long) epoch << 32;
  }

  Admission admission() {
    return admission;
  }

  Collection<Child> all() {
    return children.all();
  }

  /** All of them, for reports. */
  List<ChildState> states() {
    return children.all().stream().map(Child::state).toList();
  }

  /** Those that are gone for good. */
  Departed departed() {
    return departed;
  }

  /** The child with a slot, or null if its session is over. */
  @Nullable Child at(int slot) {
    return children.at(slot);
  }

  boolean isHeld(int task) {
    return holders.isHeld(task);
  }

  /** Tasks that some child holds. */
  int heldTasks() {
    return holders.tasks();
  }

  /** Results that came although there was one already. */
  int duplicates() {
    return intake.duplicates();
  }

  /** Tells the children that hold a task that it is not needed any more. */
  void cancel(int task) {
    if (isHeld(task)) {
      for (var child : children.all()) {
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
    holders.add(child, task);
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
    @Nullable Child child = children.get(link);
    if (child != null) {
      if (child.isDismissed) {
        sessionEnds(child, Master.IDLE);
        remove(child, Master.IDLE);
        return;
      }
      child.closedAt = host.now();
      var cause = why.isEmpty() ? "; it ended, or the network broke" : ": " + why;
      sessionEnds(child, "its connection is gone" + cause);
    }
  }

  void received(NodeLink link, Envelope envelope) {
    @Nullable Child child = children.get(link);
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
    Message.@Nullable Welcome welcome = reception.hello(link, hello);
    if (welcome == null) {
      return;
    }
    @Nullable Child known = children.get(hello);
    if (known != null && hello.dial() <= known.dial) {
      strangers.remove(link);
      link.close(); // a hello from the past
      return;
    }
    if (known != null && known.session != null) {
      sessionEnds(known, "it has connected again");
    }
    var child = known == null ? new Child(hello) : known;
    children.add(child);
    children.namesakes(child).forEach(c -> remove(c, "it was restarted"));
    if (known == null) {
      departed.isBack(child);
    }
    strangers.remove(link);
    long now = host.now();
    child.welcomed(hello, welcome, now);
    child.session = host.session(link, ++sessions);
    children.sessionBegins(child, link);
    host.note(Level.INFO, "%s joined".formatted(child));
    admission.joined(child, hello, link.peer());
    owner.joined(child);
    child.session.send(welcome, now);
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
      case Message.Welcome _, Message.Refused _, Message.Tasks _, Message.Fetch _ -> wrong(child);
      case Message.Ack _, Message.Reject _, Message.Cancel _, Message.Finished _ -> wrong(child);
      case Message.Stock _, Message.Paces _, Message.Crew _ -> wrong(child);
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
      child.without(tasks).forEachInt(task -> drop(child, task));
      child.introduced = true;
    }
    tasks.forEach(
        task -> {
          if (holders.add(child, task)) {
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
    if (!child.isDismissed) {
      owner.wants(child, tasks);
    }
  }

  /** The child has handed in a task; says whether others still hold it. */
  boolean release(Child child, int task) {
    return holders.release(child, task);
  }

  /** The child does not have a task any more. */
  private void drop(Child child, int task) {
    if (holders.drop(child, task)) {
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
    children.sessionEnds(child, session.link());
    child.sessionEnded();
    session.link().close();
  }

  void remove(Child child, String why) {
    if (!children.remove(child)) {
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
    var tasks = child.without(IdSet.EMPTY);
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
    return children.isAnyThere();
  }

  /** Tells all children that they are not needed any more; they tell what they did, and go. */
  void dismiss(String reason) {
    for (var child : List.copyOf(children.all())) {
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
    leases.letGo(owner.isExhausted(), now);
    strangers.expire(now);
    for (var child : children.all()) {
      if (child.session != null && now - child.session.lastSent() >= settings.beat()) {
        child.session.send(new Message.Beat(now, 0), now);
      }
    }
    nextRound = now + settings.beat() / 2;
  }

  /** Tasks that those who are there have, or have asked for. */
  int hands() {
    return children.hands();
  }

  /** Tasks that children have who are absent. */
  int absentTasks() {
    return children.absentTasks();
  }

  /** How long those who are absent keep their tasks. */
  Leases leases() {
    return leases;
  }

  /** Tells gateways for how long they are to have work in hand. */
  void stock(Message.Stock stock, long now) {
    for (var child : children.all()) {
      if (child.session != null && child.introduced && !child.isWorker()) {
        child.tell(child.session, stock, now);
      }
    }
  }

  /** When something is due next. */
  long wake() {
    return children.isEmpty() && strangers.isEmpty() ? Long.MAX_VALUE : nextRound;
  }
}
