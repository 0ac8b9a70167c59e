package io.strait.farm.protocol;

import static java.util.Objects.requireNonNull;

import io.strait.farm.journal.Spools;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.task.Reducer;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A gateway: a worker to its parent and a master to its children. It keeps what its children hand
 * in on its own disk, adds results up, and sends them on when the parent can take them; while the
 * parent is out of reach the children go on.
 *
 * <p>It answers to three: the loop that drives it, its children and its parent. {@link Handout}
 * decides which child gets which task, {@link Demand} how many tasks there should be, and {@link
 * ResultSpool} keeps results.
 */
public final class Gateway implements ProtocolNode, Children.Owner, Uplink.Owner {
  /**
   * What a gateway tells gateways below it: not to add results up. Of a sum nothing can be taken
   * out again, so its maker keeps the results until the master itself has it.
   */
  private static final int PASS_ON = 0;

  private final Host host;
  private final ProtocolSettings settings;
  private final Spools spools;
  private final Function<byte[], @Nullable Supplier<Reducer>> reducers;
  private final Uplink uplink;
  private final Children children;
  private final HeldTasks tasks = new HeldTasks();
  private final Handout handout;
  private final Demand demand;
  private final Crew crew;
  private Message.@Nullable Welcome run;
  private @Nullable ResultSpool spool;
  private long wantedAt;
  private final News news;

  /** Whether the parent has told to have nothing in hand: the end is near. */
  private boolean isEndNear;

  private boolean draining;
  private @Nullable String ended;
  private boolean refused;

  /** Why all go home, and until when to wait for what the children still have to tell. */
  private @Nullable String parting;

  private long partAt;

  /**
   * @param hello as whom to introduce oneself
   * @param epoch grows with every start, or is drawn at random
   * @param reducers makes reducers from the spec of a run; none where results are not combined
   */
  public Gateway(
      Host host,
      ProtocolSettings settings,
      Message.Hello hello,
      int epoch,
      Spools spools,
      Function<byte[], @Nullable Supplier<Reducer>> reducers,
      Function<Message.Hello, @Nullable String> guard) {
    this.uplink = new Uplink(host, settings, hello, this);
    this.host = new TellingHost(host, uplink.notices());
    this.news = new News(host, hello.name(), uplink);
    this.settings = settings;
    this.spools = spools;
    this.reducers = reducers;
    this.children = new Children(this.host, settings, epoch, guard, this);
    this.children.admission().members(spools.members());
    this.crew = new Crew(children, settings.beat() / 4);
    this.handout = new Handout(host, children, tasks);
    this.demand = new Demand(children, uplink, tasks, host.now());
  }

  /** Why there will be nothing to do any more; null while there may be. */
  public @Nullable String ended() {
    return ended;
  }

  /** Whether it ended because the parent would not have it. */
  public boolean isRefused() {
    return refused;
  }

  /** The children, for reports. */
  public List<ChildState> children() {
    return children.states();
  }

  /** Lets the parent know of a warning that is in the log here. */
  public void tell(String warning) {
    uplink.notices().add(warning);
  }

  /** Takes no tasks any more, and leaves when all that is being computed is delivered. */
  public void drain() {
    draining = true;
    giveBack(0);
  }

  // ---- as a node

  @Override
  public void accepted(NodeLink link) {
    children.accepted(link);
  }

  @Override
  public void connected(NodeLink link) {
    uplink.connected(link);
  }

  @Override
  public void received(NodeLink link, Envelope envelope) {
    if (uplink.owns(link)) {
      uplink.received(envelope);
    } else {
      children.received(link, envelope);
    }
  }

  @Override
  public void closed(NodeLink link, String why) {
    if (uplink.owns(link)) {
      uplink.closed(link, why);
    } else {
      children.closed(link, why);
    }
  }

  @Override
  public void durable(long position) {
    children.durable(position);
  }

  @Override
  public void flush() {
    long now = host.now();
    demand.update(now);
    news.flush(now);
    giveBackUnwanted();
    crew.look(now).forEach(child -> handout.wants(child, child.credits));
    handout.flush(now);
    if (spool != null) {
      spool.flush();
    }
    if (draining && tasks.isEmpty() && uplink.outbox().isEmpty() && ended == null) {
      uplink.leave("drained");
    }
    part(now);
    uplink.flush();
    children.flush();
    if (spool != null) {
      spool.sync(); // last, for the disk's thread competes with those that send
    }
  }

  /** Goes home when all children have, or take too long. */
  private void part(long now) {
    if (parting != null
        && ended == null
        && (!children.isAnyThere() || now >= partAt || uplink.state() != UplinkState.OPEN)) {
      news.tell(now);
      uplink.goHome(parting);
    }
  }

  @Override
  public long wake() {
    if (spool != null && spool.hasMore()) {
      return host.now();
    }
    long unwanted = tasks.unfinished() == 0 ? Long.MAX_VALUE : wantedAt + settings.lease();
    long part = parting == null || ended != null ? Long.MAX_VALUE : partAt;
    return Math.min(
        Math.min(
            Math.min(unwanted, part),
            handout.policy().isStuck()
                ? host.now() + ProtocolSettings.ATTENTION
                : demand.wake(host.now())),
        Math.min(uplink.wake(), children.wake()));
  }

  // ---- as a parent

  @Override
  public Message.@Nullable Welcome welcome(Message.Hello hello) {
    var of = run;
    if (of == null || ended != null || parting != null || draining) {
      return null;
    }
    return new Message.Welcome(
        of.version(),
        hello.dial(),
        of.run(),
        of.tasks(),
        settings.leaseMillis(),
        PASS_ON,
        0,
        of.mostResultBytes(),
        of.spec());
  }

  @Override
  public int taskCount() {
    return run == null ? 0 : run.tasks();
  }

  @Override
  public boolean isNeeded(int task) {
    return tasks.isNeeded(task);
  }

  @Override
  public void wants(Child child, int count) {
    handout.wants(child, count);
  }

  @Override
  public void found(int task) {
    if (!tasks.contains(task)) {
      tasks.addFound(task);
      handout.policy().taskFound();
      uplink.alsoHolding(IdSet.of(task));
    }
  }

  @Override
  public void lost(Child by, int task) {
    if (!tasks.isNeeded(task)) {
      return;
    }
    if (tasks.input(task) == null || draining) {
      forget(task, false);
      uplink.giveBack(IdSet.of(task));
      return;
    }
    handout.lost(task);
  }

  /** A task is not here any more. */
  private void forget(int task, boolean isWaiting) {
    tasks.remove(task);
    int leave = handout.policy().taskGone(isWaiting);
    if (spool != null) {
      spool.leave(leave);
    }
  }

  @Override
  public long came(Child child, Part part) {
    long position = spool().add(part, handout.policy());
    demand.finished(part.tasks().size());
    child.measure(part.tasks().size(), host.now());
    handout.resultCame(child);
    return position;
  }

  private ResultSpool spool() {
    return requireNonNull(spool, "no run yet");
  }

  @Override
  public long room() {
    return spool == null ? Long.MAX_VALUE : spool.room();
  }

  @Override
  public long lastPosition() {
    return spool == null ? -1 : spool.lastPosition();
  }

  /** While the parent is out of reach nobody knows what it has. */
  @Override
  public boolean isExhausted() {
    return isEndNear
        && uplink.state() == UplinkState.OPEN
        && room() > 0
        && handout.waiting().length == 0;
  }

  @Override
  public void joined(Child child) {
    crew.joined(child);
    news.joined(child);
  }

  @Override
  public void cutOff(Child child, String why) {
    if (parting == null) {
      news.gone(child, why);
    }
  }

  @Override
  public void traced(Child child, Message.Trace trace) {
    news.pass(trace);
  }

  @Override
  public void noticed(Child child, Message.Notice notice) {
    uplink.notices().pass(notice);
  }

  /** Gives back what waits when nobody has wanted it for as long as a lease. */
  private void giveBackUnwanted() {
    long now = host.now();
    if (tasks.unfinished() == 0 || target() > 0) {
      wantedAt = now;
    } else if (now - wantedAt >= settings.lease()) {
      wantedAt = now;
      giveBack(0);
    }
  }

  /** Gives back what waits here beyond so many tasks: the parent may know who has time for it. */
  private void giveBack(int keep) {
    var waiting = handout.waiting();
    int surplus = waiting.length - keep;
    if (surplus > 0) {
      // The last ones are the last to be computed here.
      var back = Arrays.copyOfRange(waiting, keep, waiting.length);
      for (int task : back) {
        forget(task, true);
      }
      uplink.giveBack(IdSet.of(back, surplus));
    }
  }

  @Override
  public void paces(Message.Paces told) {
    handout.told(told);
  }

  @Override
  public void crew(int workers) {
    crew.limitAll(workers);
    crew.look(host.now()).forEach(child -> handout.wants(child, child.credits));
    giveBack(target() == 0 ? 0 : demand.most(host.now()));
  }

  @Override
  public void stock(Message.Stock told) {
    long now = host.now();
    demand.told(told);
    isEndNear = told.millis() == 0;
    children.stock(told, now);
    handout.told(told.left());
    giveBack(Math.min(demand.most(now), handout.inTime(now)));
  }

  // ---- as a child

  @Override
  public void welcomed(Message.Welcome welcome) {
    crew.forget(); // what the parent wants it tells in every session
    var before = run;
    if (before != null) {
      if (!before.run().equals(welcome.run())) {
        host.note(Level.WARNING, "the parent runs %s now".formatted(welcome.run()));
        uplink.leave("the parent runs something else");
      }
      return;
    }
    run = welcome;
    int aggregate = welcome.aggregate() == Message.ADAPT ? 1 : Math.max(1, welcome.aggregate());
    demand.begin(welcome.ahead(), aggregate);
    handout.begin(aggregate);
    @Nullable Supplier<Reducer> reducer;
    try {
      reducer = reducers.apply(welcome.spec());
    } catch (IllegalArgumentException e) {
      giveUp(String.valueOf(e.getMessage()));
      return;
    }
    @Nullable PartBuilder nextPart =
        reducer == null || welcome.aggregate() == PASS_ON ? null : new PartBuilder(reducer.get());
    try {
      spool = new ResultSpool(spools, welcome, tasks, uplink, settings, nextPart);
    } catch (UncheckedIOException e) {
      giveUp(String.valueOf(e.getMessage()));
      return;
    }
    int found = spool.recover();
    if (found > 0) {
      host.note(Level.INFO, "%d results were in the spool".formatted(found));
    }
  }

  /** This gateway can do nothing for the run. */
  private void giveUp(String why) {
    host.note(Level.WARNING, why);
    uplink.leave(why);
    refused = true;
  }

  @Override
  public IdSet holding() {
    return tasks.ids();
  }

  @Override
  public void tasksCame(Message.Tasks came) {
    for (int i = 0; i < came.ids().length; i++) {
      int task = came.ids()[i];
      if (!tasks.contains(task)) {
        demand.came(came.inputs()[i]);
        tasks.add(task, came.inputs()[i], came.attempts()[i]);
        handout.came(task);
      } else if (!isNeeded(task) && uplink.outbox().isSent(task)) {
        // The parent wants another result than the one that it has not acknowledged yet. One that
        // it has not seen yet comes soon; given back, it would come from nobody.
        uplink.giveBack(IdSet.of(task));
      }
    }
    if (target() == 0) {
      giveBack(0);
    }
  }

  @Override
  public void cancelled(IdSet ids) {
    var dropped =
        ids.filter(
            task -> {
              boolean drop = isNeeded(task);
              if (drop) {
                forget(task, handout.isWaiting(task));
                children.cancel(task);
              }
              return drop;
            });
    uplink.giveBack(dropped);
  }

  @Override
  public void stored(OutPart part) {
    demand.delivered(part.tasks.size());
    spool().delivered(part);
  }

  @Override
  public void rejected(OutPart part, IdSet already) {
    spool().rejected(part, already);
  }

  @Override
  public int target() {
    if (draining || parting != null || room() == 0 || crew.isOff()) {
      return 0;
    }
    return demand.target(room(), host.now());
  }

  @Override
  public int inside() {
    return demand.inside();
  }

  @Override
  public void dismissed(String reason) {
    if (parting == null) {
      parting = reason;
      partAt = host.now() + Master.PARTING;
      children.flush();
      children.dismiss(reason);
    }
  }

  @Override
  public void ended(String reason, boolean wasRefused) {
    ended = reason;
    refused = wasRefused;
    if (parting == null) {
      children.flush();
      children.dismiss(reason);
    }
  }
}
