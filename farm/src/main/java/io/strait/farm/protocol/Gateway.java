package io.strait.farm.protocol;

import static java.util.Objects.requireNonNull;

import io.strait.farm.journal.Journal;
import io.strait.farm.journal.Spools;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.pace.Stockroom;
import io.strait.farm.pace.Throughput;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.simulate.GatewayPolicy;
import io.strait.farm.simulate.HeldBack;
import io.strait.farm.simulate.TaskPool;
import io.strait.farm.task.Reducer;
import io.strait.transport.store.Disk;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A gateway: a worker to its parent and a master to its children. It keeps what its children hand
 * in on its own disk, adds results up, and sends them on when the parent can take them; while the
 * parent is out of reach the children go on.
 *
 * <p>The file is long because a gateway answers to three: the loop that drives it, its children and
 * its parent.
 */
public final class Gateway implements ProtocolNode, Children.Owner, Uplink.Owner, HeldBack {
  static final byte RESULT = 1;

  /**
   * What a gateway tells gateways below it: not to add results up. Of a sum nothing can be taken
   * out again, so its maker keeps the results until the master itself has it.
   */
  private static final int PASS_ON = 0;

  /** A task that is here. */
  private static final class Held {
    final byte @Nullable [] input;
    final int attempt;
    boolean stored;
    int bytes;

    Held(byte @Nullable [] input, int attempt) {
      this.input = input;
      this.attempt = attempt;
    }
  }

  private record Stored(long position, Part part) {}

  private final Host host;
  private final ProtocolSettings settings;
  private final Spools spools;
  private final Function<byte[], @Nullable Supplier<Reducer>> reducers;
  private final Uplink uplink;
  private final Children children;
  private final Int2ObjectHashMap<Held> tasks = new Int2ObjectHashMap<>();
  private final ArrayDeque<Stored> unsafe = new ArrayDeque<>();
  private final Throughput throughput;
  private final Reserve reserve;
  private final Stockroom stock;
  private final SlowWorkers slow;
  private final IntPredicate tooSlow = this::isTooSlow;
  private Message.@Nullable Welcome run;
  private @Nullable Disk spool;
  private @Nullable Forwarding forwarding;
  private GatewayPolicy policy = new GatewayPolicy(1);
  private int storedTasks;
  private long storedBytes;
  private int aggregate = 1;
  private long lastPosition = -1;
  private long wantedAt;
  private final News news;
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
    this.throughput = new Throughput(host.now());
    this.children = new Children(this.host, settings, epoch, guard, this);
    this.children.admission().members(spools.members());
    this.reserve = new Reserve(children, throughput);
    this.stock = new Stockroom(host.now());
    this.slow = new SlowWorkers(children);
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
    while (!unsafe.isEmpty() && unsafe.getFirst().position <= position) {
      var next = unsafe.removeFirst();
      int leave = 0;
      for (int i = next.part.tasks().size(); i > 0; i--) {
        leave += policy.resultCame();
      }
      forwarding().add(next.position, next.part, leave);
    }
    children.durable(position);
  }

  @Override
  public void flush() {
    long now = host.now();
    throughput.update(now);
    stock.update(now, children.heldTasks() > 0, uplink.state() == UplinkState.OPEN);
    news.flush(now);
    giveBackUnwanted();
    if (slow.areNeeded(policy.isStuck(), 2 * ProtocolSettings.ATTENTION, now)) {
      policy.revive(this);
    }
    if (forwarding != null) {
      forwarding.flush();
    }
    if (draining && tasks.isEmpty() && uplink.outbox().isEmpty() && ended == null) {
      uplink.leave("drained");
    }
    part(now);
    uplink.flush();
    children.flush();
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
    if (forwarding != null && forwarding.hasMore()) {
      return host.now();
    }
    long unwanted = unfinished() == 0 ? Long.MAX_VALUE : wantedAt + settings.lease();
    long part = parting == null || ended != null ? Long.MAX_VALUE : partAt;
    return Math.min(
        Math.min(
            Math.min(unwanted, part),
            policy.isStuck()
                ? host.now() + ProtocolSettings.ATTENTION
                : reserve.wake(waiting(), host.now())),
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
    @Nullable Held held = tasks.get(task);
    return held != null && !held.stored;
  }

  @Override
  public void wants(Child child, int count) {
    for (int i = 0; i < count; i++) {
      handOut(child, slow.contains(child, host.now()));
    }
  }

  /** Whether a worker that waits for a task had better go on waiting. */
  private boolean isTooSlow(int slot) {
    @Nullable Child child = asking(slot);
    return child != null && slow.contains(child, host.now());
  }

  private @Nullable Child asking(int slot) {
    @Nullable Child child = children.at(slot);
    return child != null && child.credits > 0 ? child : null;
  }

  /** Hands a task to a worker that asked for it, if there is one. */
  private void handOut(Child child, boolean isSlow) {
    int task = policy.workerIsFree(child.slot, isSlow);
    while (task != TaskPool.NONE && !isWaiting(task)) {
      task = policy.workerIsFree(child.slot, isSlow);
    }
    if (task != TaskPool.NONE) {
      give(child, task);
    }
  }

  /** Asks again for workers that were too slow when they asked. */
  private void askForSlow(int workers) {
    for (int i = 0; i < workers; i++) {
      @Nullable Child child = asking(policy.firstSlow());
      if (child != null) {
        wants(child, 1);
      }
    }
  }

  @Override
  public double seconds(int slot) {
    @Nullable Child child = asking(slot);
    return child == null ? Double.POSITIVE_INFINITY : slow.seconds(child, host.now());
  }

  @Override
  public void give(int slot) {
    @Nullable Child child = asking(slot);
    if (child != null) {
      handOut(child, false);
    }
  }

  /** Whether a task is here and nobody computes it. */
  private boolean isWaiting(int task) {
    return isNeeded(task) && !children.isHeld(task);
  }

  private void give(Child child, int task) {
    var held = tasks.get(task);
    if (held.input != null) {
      children.give(child, task, held.attempt, held.input);
    }
  }

  @Override
  public void found(int task) {
    if (!tasks.containsKey(task)) {
      tasks.put(task, new Held(null, 1));
      policy.taskFound();
      uplink.alsoHolding(IdSet.of(task));
    }
  }

  @Override
  public void lost(Child by, int task) {
    @Nullable Held held = tasks.get(task);
    if (held == null || held.stored) {
      return;
    }
    if (held.input == null || draining) {
      forget(task);
      uplink.giveBack(IdSet.of(task));
      return;
    }
    handOut(task, policy.taskLost(task, tooSlow));
  }

  private void handOut(int task, int first) {
    int slot = first;
    while (slot != TaskPool.NONE) {
      @Nullable Child child = asking(slot);
      if (child != null) {
        give(child, task);
        return;
      }
      slot = policy.taskLost(task, tooSlow);
    }
  }

  /** A task is not here any more. */
  private void forget(int task) {
    tasks.remove(task);
    int leave = policy.taskGone();
    if (forwarding != null) {
      forwarding.leave(leave);
    }
  }

  @Override
  public long came(Child child, Part part) {
    long position = spool().append(RESULT, Journal.head(part), part.payload());
    spool().sync();
    lastPosition = position;
    int bytes = part.payload().length / part.tasks().size();
    part.tasks().forEach(task -> markStored(task, bytes));
    unsafe.add(new Stored(position, part));
    throughput.add(part.tasks().size());
    stock.finished(
        part.tasks().size(), isBehind() ? Double.MAX_VALUE : uplink.roundTrip().queueing());
    child.measure(part.tasks().size(), host.now());
    wants(child, Math.min(child.credits, policy.release(child.slot)));
    return position;
  }

  private void markStored(int task, int bytes) {
    var held = tasks.get(task);
    held.stored = true;
    held.bytes = bytes;
    storedTasks++;
    storedBytes += bytes;
  }

  private Forwarding forwarding() {
    return requireNonNull(forwarding, "no run yet");
  }

  private Disk spool() {
    return requireNonNull(spool, "no run yet");
  }

  @Override
  public long room() {
    return spool == null ? Long.MAX_VALUE : spool.room();
  }

  /** Results like those that are here for which there is room. */
  private int storable() {
    return storedBytes == 0 ? Integer.MAX_VALUE : (int) (1.0 * room() * storedTasks / storedBytes);
  }

  @Override
  public long lastPosition() {
    return lastPosition;
  }

  @Override
  public void joined(Child child) {
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
    if (unfinished() == 0 || target() > 0) {
      wantedAt = now;
    } else if (now - wantedAt >= settings.lease()) {
      wantedAt = now;
      giveBack(0);
    }
  }

  /** Gives back what waits here beyond so many tasks: the parent may know who has time for it. */
  private void giveBack(int keep) {
    var waiting = new IntArrayList();
    for (int task : tasks.keySet()) {
      if (isWaiting(task)) {
        waiting.addInt(task);
      }
    }
    int surplus = waiting.size() - keep;
    if (surplus > 0) {
      var ids = waiting.toIntArray();
      Arrays.sort(ids); // the last ones are the last to be computed here
      var back = Arrays.copyOfRange(ids, ids.length - surplus, ids.length);
      for (int task : back) {
        forget(task);
      }
      uplink.giveBack(IdSet.of(back, surplus));
    }
  }

  @Override
  public void paces(Message.Paces told) {
    slow.told(told);
  }

  @Override
  public void stock(Message.Stock told) {
    long now = host.now();
    stock.told(1e-3 * told.millis());
    children.stock(told, now);
    slow.told(told.left(), now);
    askForSlow(policy.slowWorkers());
    int wanted = Math.max(reserve.size(waiting(), now), stock.size(children.hands()));
    giveBack(wanted + Math.max(reserve.usual(uplink.roundTrip().least()), wanted / 4));
  }

  // ---- as a child

  @Override
  public void welcomed(Message.Welcome welcome) {
    var before = run;
    if (before != null) {
      if (!before.run().equals(welcome.run())) {
        host.note(Level.WARNING, "the parent runs %s now".formatted(welcome.run()));
        uplink.leave("the parent runs something else");
      }
      return;
    }
    run = welcome;
    reserve.tell(welcome.ahead());
    boolean adaptive = welcome.aggregate() == Message.ADAPT;
    aggregate = adaptive ? 1 : Math.max(1, welcome.aggregate());
    policy = new GatewayPolicy(aggregate);
    @Nullable Supplier<Reducer> reducer;
    try {
      reducer = reducers.apply(welcome.spec());
    } catch (IllegalArgumentException e) {
      giveUp(String.valueOf(e.getMessage()));
      return;
    }
    @Nullable PartBuilder nextPart =
        reducer == null || welcome.aggregate() == PASS_ON ? null : new PartBuilder(reducer.get());
    var found = new ArrayDeque<Stored>();
    try {
      spool =
          spools.open(
              welcome.run(),
              (position, kind, record) -> found.add(new Stored(position, Journal.part(record))));
    } catch (UncheckedIOException e) {
      giveUp(String.valueOf(e.getMessage()));
      return;
    }
    forwarding =
        new Forwarding(
            uplink,
            settings,
            spool,
            nextPart,
            adaptive ? Integer.MAX_VALUE : aggregate,
            welcome.mostResultBytes());
    for (var result : found) {
      if (result.part.tasks().all(task -> !tasks.containsKey(task))) {
        result.part.tasks().forEach(task -> tasks.put(task, new Held(null, 1)));
        int bytes = result.part.payload().length / result.part.tasks().size();
        result.part.tasks().forEach(task -> markStored(task, bytes));
        forwarding.add(result.position, result.part, result.part.tasks().size());
      } else {
        spool.release(result.position);
      }
    }
    if (!found.isEmpty()) {
      host.note(Level.INFO, "%d results were in the spool".formatted(found.size()));
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
    var ids = new int[tasks.size()];
    int count = 0;
    for (int task : tasks.keySet()) {
      ids[count++] = task;
    }
    return IdSet.of(ids, count);
  }

  @Override
  public void tasksCame(Message.Tasks came) {
    for (int i = 0; i < came.ids().length; i++) {
      int task = came.ids()[i];
      if (!tasks.containsKey(task)) {
        stock.came(came.inputs()[i]);
        tasks.put(task, new Held(came.inputs()[i], came.attempts()[i]));
        handOut(task, policy.taskCame(task, tooSlow));
      } else if (!isNeeded(task)) {
        // The parent wants another result than the one that it has not acknowledged yet.
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
                forget(task);
                children.cancel(task);
              }
              return drop;
            });
    uplink.giveBack(dropped);
  }

  @Override
  public void stored(OutPart part) {
    stock.delivered(part.tasks.size());
    for (long position : part.positions) {
      spool().release(position);
    }
    part.tasks.forEach(this::delivered);
  }

  private void delivered(int task) {
    @Nullable Held held = tasks.remove(task);
    if (held != null) {
      storedTasks--;
      storedBytes -= held.bytes;
    }
  }

  @Override
  public void rejected(OutPart part, IdSet already) {
    for (long position : part.positions) {
      var result = Journal.part(spool().read(position));
      if (result.tasks().filter(already::contains).isEmpty()) {
        forwarding().add(position, result, result.tasks().size());
      } else {
        spool().release(position);
        result.tasks().forEach(this::delivered);
      }
    }
  }

  @Override
  public int target() {
    if (draining || parting != null || room() == 0) {
      return 0;
    }
    int busy = 0;
    int hungry = 0;
    for (var child : children.all()) {
      if (child.isThere()) {
        busy += child.holding.size();
        hungry += child.credits;
      }
    }
    int wanted = Math.max(reserve.size(waiting(), host.now()), stock.size(busy + hungry));
    int ahead = Math.min(wanted, storable());
    return busy + hungry == 0 ? 0 : busy + hungry + ahead;
  }

  /**
   * How long it takes from asking to having. Asking waits behind results on their way up; where
   * these leave more slowly than they come, that is no reason to ask for more.
   */
  private Reserve.Wait waiting() {
    double least = uplink.roundTrip().least();
    return isBehind()
        ? new Reserve.Wait(least, least)
        : new Reserve.Wait(uplink.roundTrip().usual(), uplink.roundTrip().longest());
  }

  /** Whether results leave more slowly than they come. */
  private boolean isBehind() {
    return surplus() > 0;
  }

  private int surplus() {
    int ahead = reserve.usual(uplink.roundTrip().least());
    double rate = stock.deliveredPerSecond();
    return GatewayPolicy.surplus(storedTasks, storedBytes, rate, aggregate, ahead);
  }

  private int unfinished() {
    return tasks.size() - storedTasks;
  }

  /**
   * Tasks that count as being here: those without a result, and results beyond the usual. Where
   * these leave more slowly than they come, others get the tasks. What absent children have does
   * not count, for those who are there need something to do.
   */
  @Override
  public int inside() {
    int present = Math.max(0, unfinished() - children.absentTasks());
    return present + surplus();
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
