package io.strait.farm.protocol;

import io.strait.farm.journal.Checkpoints;
import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.simulate.Expectation;
import io.strait.farm.simulate.HeldBack;
import io.strait.farm.simulate.TailCopies;
import io.strait.farm.simulate.TaskPool;
import io.strait.farm.task.Reducer;
import io.strait.model.text.Printable;
import io.strait.transport.store.Disk;
import io.strait.transport.store.Scattered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.agrona.collections.Int2IntCounterMap;
import org.jspecify.annotations.Nullable;

/**
 * The master: owns the tasks, hands them out, and counts every result once. What it has accepted is
 * in its journal before it says so; a master that is started again reads the journal and goes on.
 * The file is a little long because what a result changes stays together.
 */
public final class Master implements ProtocolNode, Children.Owner, HeldBack {
  /** Why children are dismissed when all is done; they need not keep anything then. */
  public static final String OVER = "the run is over";

  /** Why a single worker is dismissed. */
  public static final String IDLE = "nothing was left for it";

  /** How long to wait for what dismissed children still have to tell. */
  public static final long PARTING = 2_000_000_000L;

  private static final double SHORTEST = 0.05;

  private final Host host;
  private final ProtocolSettings settings;
  private final FarmWork work;
  private final Disk disk;
  private final Journal journal;
  private final TaskPool pool;
  private final TailCopies copies = new TailCopies();
  private final Children children;
  private final StockKeeper stock;
  private final Crew crew;
  private final Checkpoints checkpoints;
  private final @Nullable Reducer reducer;
  private final long[] positions;
  private final BitSet done = new BitSet();
  private final Map<Integer, String> failed = new TreeMap<>();
  private final Int2IntCounterMap failures = new Int2IntCounterMap(0);
  private final long epochPosition;
  private boolean open;
  private long sinceCheckpoint;
  private long stuckSince = Long.MAX_VALUE;
  private Observer observer = Observer.NOBODY;

  /** Those who have asked before the start, and for how many tasks. */
  private final Map<Child, Integer> early = new LinkedHashMap<>();

  /** How many of the plan's workers have asked before all are there. */
  private int present;

  /** Whether other children are there than those of whom anything is expected. */
  private boolean haveChanged;

  private long nextExpectation;
  private boolean started;
  private boolean hasGiven;
  private long firstGiven;
  private long lastCame;
  private long lastPosition;
  private long synced;
  private long safe = -1;
  private long nextTail;
  private long nextStock;
  private boolean dismissed;

  /**
   * A master whose journal has been read.
   *
   * @param journal what is known from earlier starts
   */
  public Master(
      Host host,
      ProtocolSettings settings,
      FarmWork work,
      Disk disk,
      Journal journal,
      Function<Message.Hello, @Nullable String> guard) {
    this.host = host;
    this.settings = settings;
    this.work = work;
    this.disk = disk;
    this.journal = journal;
    this.pool = new TaskPool(work.tasks());
    this.reducer = journal.reducer();
    this.positions = journal.positions();
    this.children = new Children(host, settings, journal.epoch() + 1, guard, this);
    this.crew = new Crew(children, settings.beat() / 4);
    this.stock = new StockKeeper(settings, pool, work.rate(), host.now());
    this.checkpoints = new Checkpoints(disk, journal);
    this.sinceCheckpoint = journal.sinceCheckpoint();
    children.admission().members(checkpoints.members());
    journal.done().stream()
        .forEach(
            task -> {
              done.set(task);
              copies.isFirst(task);
              pool.found(task);
              pool.finished(1);
            });
    failed.putAll(journal.failed());
    epochPosition = disk.append(Journal.EPOCH, Journal.epoch(journal.epoch() + 1));
    lastPosition = epochPosition;
    synced = epochPosition;
    disk.sync();
  }

  /** Whether every task is done or has failed for good, and that is safe. */
  public boolean isComplete() {
    return open && pool.done() == work.tasks() && safe >= lastPosition;
  }

  /** Whether a task has failed for good and that was to end the run. */
  public boolean isFailed() {
    return work.failFast() && !failed.isEmpty();
  }

  /** Tasks that are done or have failed for good. */
  public int finished() {
    return pool.done();
  }

  public int tasks() {
    return work.tasks();
  }

  /** Tasks that failed for good, and why. */
  public Map<Integer, String> failed() {
    return failed;
  }

  /** Tasks that somebody holds at present. */
  public int handedOut() {
    return children.heldTasks();
  }

  /** Results that came a second time. */
  public int duplicates() {
    return children.duplicates();
  }

  /** The number of this life of the master. */
  public int epoch() {
    return journal.epoch() + 1;
  }

  /** The children, for reports. */
  public List<ChildState> children() {
    return children.states();
  }

  /** Those that are gone for good. */
  public List<ChildState> departed() {
    return children.departed().states();
  }

  /** The combined result. All must be there. */
  public byte[] total() {
    if (reducer == null) {
      throw new IllegalStateException("results are not combined");
    }
    return reducer.result();
  }

  /** The result of one task, where they are kept one by one. */
  public byte[] resultOf(int task) {
    return Journal.part(disk.read(positions[task])).payload();
  }

  @Override
  public void accepted(NodeLink link) {
    children.accepted(link);
  }

  @Override
  public void received(NodeLink link, Envelope envelope) {
    children.received(link, envelope);
  }

  @Override
  public void closed(NodeLink link, String why) {
    children.closed(link, why);
  }

  @Override
  public void durable(long position) {
    safe = Math.max(safe, position);
    open |= position >= epochPosition;
    checkpoints.durable(position);
    children.durable(position);
  }

  @Override
  public Message.@Nullable Welcome welcome(Message.Hello hello) {
    if (!open || dismissed) {
      return null;
    }
    return new Message.Welcome(
        Message.NEWEST,
        hello.dial(),
        work.run(),
        work.tasks(),
        settings.leaseMillis(),
        work.aggregate().applyAsInt(hello.name()),
        work.ahead().applyAsInt(hello.name()),
        settings.mostResult(),
        work.spec());
  }

  /** Lets somebody know what happens. */
  public void observe(Observer by) {
    observer = by;
  }

  @Override
  public void joined(Child child) {
    haveChanged = true;
    crew.joined(child);
    stock.joined(child, host.now());
    observer.joined(child.name, child.role);
  }

  @Override
  public void cutOff(Child child, String why) {
    haveChanged = true;
    stock.cutOff(child, child.lastHeard);
    if (!dismissed) {
      long silent = host.now() - child.lastHeard;
      if (silent >= 2 * settings.beat()) {
        observer.silent(child.name, silent);
      }
      observer.gone(child.name, why);
    }
  }

  @Override
  public void traced(Child child, Message.Trace trace) {
    observer.traced(trace.path(), trace);
  }

  @Override
  public void noticed(Child child, Message.Notice notice) {
    observer.noticed(notice.path(), notice.text());
    if (child.isElsewhere()) {
      host.note(Level.WARNING, notice.toString());
    }
  }

  @Override
  public int taskCount() {
    return work.tasks();
  }

  @Override
  public boolean isNeeded(int task) {
    return !done.get(task);
  }

  @Override
  public void wants(Child child, int tasks) {
    if (child.delivery.equals(Delivery.UNKNOWN)) {
      child.delivery = work.delivery().apply(child.name);
      if (!child.delivery.equals(Delivery.UNKNOWN)) {
        haveChanged = true;
        tellPaces(child);
        nextStock = host.now();
      }
    }
    if (!started) {
      int before = early.getOrDefault(child, 0);
      early.put(child, before + tasks);
      present += workers(child, before + tasks) - workers(child, before);
      if (present >= work.quorum()) {
        start();
      }
      return;
    }
    for (int i = 0; i < tasks && !child.isOff; i++) {
      int task = next(child);
      while (task != TaskPool.NONE && !give(child, task)) {
        task = next(child);
      }
    }
  }

  /**
   * How many of the plan's workers a child has asked for; each may have asked for several tasks.
   */
  private int workers(Child child, int asked) {
    return Math.min(asked, Math.max(1, work.paces().apply(child.name).size()));
  }

  /** Tells a gateway what the plan knows of its workers. */
  private void tellPaces(Child child) {
    var session = child.session;
    if (session != null && !child.isWorker()) {
      for (var paces : Message.Paces.of(work.paces().apply(child.name))) {
        session.send(paces, host.now());
      }
    }
  }

  private int next(Child child) {
    var delivery = child.delivery;
    int held = child.holding.size();
    return pool.next(child.slot, delivery.latency(), delivery.rate(), held);
  }

  /** Results of a child have come: it may have been held back with what it had before. */
  private void again(Child child) {
    while (started && child.isAsking()) {
      var delivery = child.delivery;
      int task = pool.again(delivery.latency(), delivery.rate(), child.holding.size());
      if (task == TaskPool.NONE) {
        return;
      }
      give(child, task);
    }
  }

  /** Begins to hand out tasks, although not all may be there that were waited for. */
  public void start() {
    if (!started) {
      started = true;
      firstGiven = host.now();
      nextExpectation = firstGiven;
      expect(firstGiven);
      nextStock = firstGiven;
      early.forEach(
          (child, tasks) -> {
            if (child.isThere()) {
              wants(child, Math.min(tasks, child.credits));
            }
          });
      early.clear();
    }
  }

  /** Expects of the children that are there what the plan does. */
  private void expect(long now) {
    if (started && haveChanged && now >= nextExpectation) {
      haveChanged = false;
      nextExpectation = now + 10 * ProtocolSettings.ATTENTION;
      var known = new ArrayList<Delivery>();
      for (var child : children.all()) {
        if (child.isThere() && !child.isOff && !child.delivery.equals(Delivery.UNKNOWN)) {
          known.add(child.delivery);
        }
      }
      pool.expect(Expectation.of(work.rate(), known));
    }
  }

  /** Nanoseconds from the first task that was handed out to the last result so far. */
  public long elapsed() {
    return lastCame - firstGiven;
  }

  /** Hands a task out; says whether that was possible. If not, it has failed for good. */
  private boolean give(Child child, int task) {
    byte[] input;
    try {
      input = work.input().apply(task);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      failedForGood(task, "its input could not be made: " + e);
      return false;
    }
    if (!hasGiven) {
      hasGiven = true; // whoever waited for data, or in a queue, may come long after the start
      firstGiven = host.now();
    }
    // A child whose pace is unknown is never late.
    double takes = Math.max(child.measured, child.delivery.latency());
    if (settings.tailCopies() && child.isWorker() && takes > 0) {
      copies.handedOut(task, seconds(), Math.max(SHORTEST, takes));
    }
    children.give(child, task, 1 + failures.get(task), input);
    return true;
  }

  private double seconds() {
    return host.now() * 1e-9;
  }

  @Override
  public void found(int task) {
    if (isNeeded(task)) {
      pool.found(task);
    }
  }

  @Override
  public void lost(Child by, int task) {
    if (!isNeeded(task)) {
      return;
    }
    if (settings.tailCopies() && !copies.isLost(task)) {
      copies.isLost(task); // the copy is gone as well
    }
    // A cluster that is cut off goes on with what it has, and will bring results.
    handOut(task, by.session == null && !by.isWorker() ? pool::outOfReach : this::lostAgain);
  }

  /** Hands a task to a child that waits, or keeps it for the next that asks. */
  private void again(int task) {
    handOut(task, this::lostAgain);
  }

  private int lostAgain(int task) {
    return pool.lost(task, this::isLate);
  }

  /** Whether the run would only wait for a child that waits for a task. */
  private boolean isLate(int slot) {
    @Nullable Child child = waiting(slot);
    return child != null
        && pool.isLate(child.delivery.latency(), child.delivery.rate(), child.holding.size());
  }

  private void handOut(int task, IntUnaryOperator back) {
    for (int slot = back.applyAsInt(task); slot != TaskPool.NONE; slot = back.applyAsInt(task)) {
      @Nullable Child child = waiting(slot);
      if (child != null) {
        give(child, task);
        return;
      }
    }
  }

  private @Nullable Child waiting(int slot) {
    @Nullable Child child = children.at(slot);
    return child != null && child.isAsking() ? child : null;
  }

  /** Workers of its own stay where they may compute copies of what others are late with. */
  @Override
  public boolean isExhausted() {
    return started && pool.isEmpty() && !settings.tailCopies();
  }

  @Override
  public void gone(Child child, int tasks) {
    if (!dismissed && tasks > 0) {
      observer.handedBack(child.name, tasks);
    }
  }

  @Override
  public long lastPosition() {
    return lastPosition;
  }

  @Override
  public long came(Child child, Part part) {
    child.measure(part.tasks().size(), host.now());
    stock.finished(child, part.tasks().size());
    if (part.kind() == Part.Kind.FAILED) {
      return taskFailed(child, part);
    }
    try {
      add(part);
    } catch (IllegalArgumentException wrong) {
      host.note(
          Level.WARNING,
          "%s sent a result of task %s that cannot be combined: %s"
              .formatted(child, part.tasks(), wrong.getMessage()));
      long[] last = {-1};
      part.tasks()
          .forEach(task -> last[0] = Math.max(last[0], taskFailed(task, "" + wrong.getMessage())));
      return last[0];
    }
    long position = disk.append(Journal.PART, Journal.head(part), part.payload());
    position = stored(part.tasks(), position, part.payload().length);
    again(child);
    return position;
  }

  @Override
  public boolean takesPieces() {
    return reducer == null;
  }

  @Override
  public long came(Child child, Part head, Scattered payload) {
    child.measure(head.tasks().size(), host.now());
    stock.finished(child, head.tasks().size());
    long position = disk.append(Journal.PART, Journal.head(head), payload);
    position = stored(head.tasks(), position, payload.length());
    again(child);
    return position;
  }

  private long stored(IdSet tasks, long position, int bytes) {
    if (positions.length > 0) {
      positions[tasks.first()] = position;
    }
    finish(tasks, position);
    sinceCheckpoint += bytes;
    return position;
  }

  private void add(Part part) {
    if (reducer == null) {
      if (part.tasks().size() != 1) {
        throw new IllegalArgumentException("several results in one");
      }
    } else if (part.kind() == Part.Kind.VALUE) {
      reducer.add(part.payload());
    } else {
      reducer.merge(part.payload());
    }
  }

  private void finish(IdSet tasks, long position) {
    tasks.forEach(
        task -> {
          done.set(task);
          copies.isFirst(task);
        });
    tasks.forEach(failures::remove);
    pool.finished(tasks.size());
    lastCame = host.now();
    lastPosition = position;
  }

  @Override
  public double seconds(int slot) {
    @Nullable Child child = waiting(slot);
    return child == null ? Double.POSITIVE_INFINITY : child.delivery.seconds(child.holding.size());
  }

  @Override
  public void give(int slot) {
    @Nullable Child child = waiting(slot);
    if (child != null) {
      give(child, pool.take());
    }
  }

  /** An attempt failed. Its number tells whether this was heard before. */
  private long taskFailed(Child child, Part part) {
    int task = part.tasks().first();
    var payload = part.payload();
    int attempt = payload.length == 0 ? Integer.MAX_VALUE : payload[0];
    if (attempt <= failures.get(task)) {
      host.note(Level.DETAIL, "%s repeats that task %d failed".formatted(child, task));
      if (!children.isHeld(task)) {
        again(task);
      }
      return -1;
    }
    int length = Math.max(0, payload.length - 1);
    var why = new String(payload, payload.length - length, length, StandardCharsets.UTF_8);
    return taskFailed(task, Printable.lines(why));
  }

  private long taskFailed(int task, String why) {
    observer.failed(task, why);
    int times = failures.incrementAndGet(task);
    if (children.isHeld(task)) {
      return -1; // somebody else may yet do it
    }
    if (times < work.attempts()) {
      host.note(
          Level.INFO,
          "task %d failed and is tried again: %s".formatted(task, Printable.firstLine(why)));
      again(task);
      return -1;
    }
    return failedForGood(task, why);
  }

  private long failedForGood(int task, String why) {
    host.note(
        Level.WARNING, "task %d failed for good: %s".formatted(task, Printable.firstLine(why)));
    failed.put(task, why);
    long position = disk.append(Journal.FAILED, Journal.failed(task, why));
    finish(IdSet.of(task), position);
    return position;
  }

  /** Half of the room is for what makes room: a checkpoint. */
  @Override
  public long room() {
    return reducer == null ? disk.room() : disk.room() / 2;
  }

  @Override
  public void flush() {
    long now = host.now();
    crew.look(now).forEach(child -> wants(child, started ? child.credits : 0));
    expect(now);
    // Others may come who are faster; not for ever.
    stuckSince = pool.isStuck() ? Math.min(stuckSince, now) : Long.MAX_VALUE;
    if (now - stuckSince >= 2 * ProtocolSettings.ATTENTION && stuckSince < Long.MAX_VALUE) {
      pool.revive(this);
    }
    if (started && pool.isOverdue(1e-9 * (now - Math.max(firstGiven, lastCame)))) {
      pool.goOn(this);
    }
    if (now >= nextStock) {
      children.stock(stock.message(now, children.heldTasks() > 0), now);
      nextStock = now + settings.beat() / 4;
    }
    if (pool.isEmpty() && now >= nextTail) {
      if (children.all().stream().anyMatch(Child::isAsking)) {
        children.leases().takeBack(now);
      }
      if (settings.tailCopies()) {
        copyStragglers();
      }
      nextTail = now + 250_000_000L;
    }
    if (reducer != null
        && !checkpoints.isUnderway()
        && sinceCheckpoint > settings.checkpoint(disk.room())) {
      sinceCheckpoint = 0;
      checkpoints.write(Journal.checkpoint(epoch(), done, failed, reducer.partial()));
    }
    if (isComplete() && !dismissed) {
      dismissed = true;
      children.flush();
      children.dismiss(OVER);
    }
    children.flush();
    // Last, for the disk's thread competes with those that send.
    if (lastPosition > synced) {
      synced = lastPosition;
      disk.sync();
    }
  }

  /** Near the end, workers that have nothing to do compute what others are late with. */
  private void copyStragglers() {
    for (var child : children.all()) {
      while (child.isAsking() && child.isWorker()) {
        double takes =
            Math.max(SHORTEST, child.measured > 0 ? child.measured : child.delivery.latency());
        int task = copies.copyFor(seconds(), takes);
        if (task == TaskPool.NONE || child.holding.contains(task)) {
          break;
        }
        host.note(Level.INFO, "task %d is late; %s computes a copy".formatted(task, child));
        children.give(child, task, 1 + failures.get(task), work.input().apply(task));
      }
    }
  }

  @Override
  public long wake() {
    boolean tail = pool.isEmpty() && !isComplete();
    long own = pool.isStuck() ? host.now() + ProtocolSettings.ATTENTION : Long.MAX_VALUE;
    return Math.min(children.wake(), tail ? nextTail : own);
  }

  /**
   * Says how many workers of a gateway get tasks: no task is lost, for those who get none any more
   * finish what they have.
   *
   * @param workers the largest number for all
   */
  public void limit(String gateway, int workers) {
    crew.limit(gateway, workers);
    haveChanged = true;
  }

  /** The same for the master's own workers. */
  public void limitOwn(int workers) {
    crew.limitOwn(workers);
    haveChanged = true;
  }

  /** Whether the children were dismissed. */
  public boolean isDismissed() {
    return dismissed;
  }

  /** Whether there is a session with any child. */
  public boolean isAnyThere() {
    return children.isAnyThere();
  }

  /** Ends all sessions; what is not done stays undone. */
  public void dismiss(String reason) {
    dismissed = true;
    children.flush();
    children.dismiss(reason);
  }
}
