package io.strait.farm.protocol;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NoticeQueue;
import io.strait.farm.message.Session;
import io.strait.farm.pace.Throttle;
import io.strait.farm.simulate.Delivery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;
import org.jspecify.annotations.Nullable;

/** What a parent knows of one child. It outlives the child's sessions until its lease ends. */
final class Child {
  private static final int TASKS_PER_MESSAGE = 4096;

  /** Inputs that are larger go alone: on a slow link the first must not wait for the last. */
  private static final int BYTES_PER_MESSAGE = 4 << 10;

  /** Tasks that go out with the next flush. */
  record Given(int task, byte attempt, byte[] input) {}

  final String name;
  final long instance;
  final Message.Role role;
  final int cores;

  /** Seconds that it is expected to take for a task; 0 if unknown. */
  Delivery delivery = Delivery.UNKNOWN;

  /** Seconds that it took lately; 0 if unknown. */
  double measured;

  private long lastResult;
  private long busySince;
  private double took;
  int dial;

  /** Names the child while this session lasts; every session has another. */
  int slot = -1;

  @Nullable Session session;

  /** Whether it has told what it holds. */
  boolean introduced;

  long lastHeard;

  /** When the system said that the connection is closed; 0 if it did not. */
  long closedAt;

  /** What it was told to have in hand in this session. */
  private Message.@Nullable Stock stock;

  /** When it was told. */
  private long stockAt;

  /** When to look at the end of its certificate again. */
  long warnAt = Long.MIN_VALUE;

  int credits;

  /** The version of the protocol that this session speaks. */
  int version;

  /** Whether it gets no tasks, for people want fewer workers. */
  boolean isOff;

  /** How many workers it was told in this session to give tasks to. */
  int crew = Crew.ALL;

  /** Since when it has had nothing to do and nothing was left for it; 0 if that is not so. */
  long idleSince;

  /** Whether it was let go in this session. */
  boolean isDismissed;

  int finished;
  int failures;

  /** Bytes of results that came, and of inputs that went out. */
  long received;

  long sent;

  /** How many of its warnings, and of those below it, are heard. */
  final Throttle notices = new Throttle(2 * NoticeQueue.BURST, NoticeQueue.PAUSE / 2);

  final IntHashSet holding = new IntHashSet();
  final Int2ObjectHashMap<Incoming> incoming = new Int2ObjectHashMap<>();

  /** Whether there is something to send. */
  boolean touched;

  final List<Given> given = new ArrayList<>();
  final IntArrayList acks = new IntArrayList();
  final IntArrayList cancels = new IntArrayList();

  Child(Message.Hello hello) {
    this.name = hello.name();
    this.instance = hello.instance();
    this.role = hello.role();
    this.cores = hello.cores();
  }

  /** Goes on counting where a child of this name was when its lease ended. */
  void continues(Child former) {
    finished += former.finished;
    failures += former.failures;
    received += former.received;
    sent += former.sent;
  }

  boolean isThere() {
    return session != null && introduced;
  }

  /** Whether it is another process; nodes of this one write their warnings to our log. */
  boolean isElsewhere() {
    return session != null && !session.link().address().isEmpty();
  }

  boolean isWorker() {
    return role == Message.Role.WORKER;
  }

  /** Learns how long it takes for a task, now that results of so many have come. */
  void measure(int tasks, long now) {
    if (lastResult > 0) {
      double sample = (now - lastResult) * 1e-9 * cores / tasks;
      measured = measured == 0 ? sample : 0.9 * measured + 0.1 * sample;
    }
    lastResult = now;
  }

  /** A session begins. */
  void welcomed(Message.Hello hello, Message.Welcome welcome, long now) {
    dial = hello.dial();
    version = welcome.version();
    lastHeard = now;
    closedAt = 0;
  }

  /** Whether it is there, has asked, and may get tasks. */
  boolean isAsking() {
    return isThere() && credits > 0 && !isOff;
  }

  /** It gets a task. */
  void gets(long now) {
    if (busySince == 0) {
      busySince = now;
    }
  }

  /** Learns how long its tasks took, from what it tells. */
  void learn(Message.Trace trace) {
    int tasks = trace.tasks().length + trace.many();
    if (isWorker() && trace.path().size() == 1 && tasks > 0) {
      double sample = 1e-9 * (Arrays.stream(trace.took()).sum() + trace.busy()) / tasks;
      took = took == 0 ? sample : 0.7 * took + 0.3 * sample;
    }
  }

  /** Whether it has told how long a task took. */
  boolean hasTold() {
    return took > 0;
  }

  /** Seconds that it takes for a task; before it has told, as long as it has had one. */
  double pace(long now) {
    return took > 0 || busySince == 0 ? took : (now - busySince) * 1e-9;
  }

  /** Whether nobody knows yet how long it takes. */
  boolean isUnknown() {
    return measured == 0;
  }

  /** When the next result is to be expected by experience. */
  long nextResult() {
    return lastResult + every();
  }

  private long every() {
    return Math.round(1e9 * measured / cores);
  }

  /** Tasks that it will have finished by a time, and has neither asked for nor got others for. */
  int needs(long until) {
    if (isUnknown() || nextResult() > until) {
      return 0;
    }
    int without = Math.min(cores, 2 * cores - holding.size()) - credits;
    long finished = 1 + (until - nextResult()) / Math.max(1, every());
    return Math.clamp(finished, 0, Math.max(0, Math.min(without, holding.size())));
  }

  /** For reports. */
  ChildState state() {
    return new ChildState(
        name,
        role,
        session != null,
        cores,
        holding.size(),
        finished,
        failures,
        received,
        sent,
        lastHeard);
  }

  /** Tasks that it was thought to hold and that are not among these. */
  IntArrayList without(IdSet tasks) {
    var missing = new IntArrayList();
    holding.forEachInt(
        task -> {
          if (!tasks.contains(task)) {
            missing.addInt(task);
          }
        });
    return missing;
  }

  /** Tells it for how long it is to have work in hand, unless it knows. */
  void tell(Session to, Message.Stock told, long now) {
    if (told.differs(stock, now - stockAt)) {
      stock = told;
      stockAt = now;
      to.send(told, now);
    }
  }

  /** Sends what has gathered for it. */
  void sendAll(Session to, long now) {
    // First, for a task whose failure is acknowledged may be handed out again.
    if (!acks.isEmpty()) {
      to.send(new Message.Ack(takeAll(acks)), now);
    }
    if (!given.isEmpty()) {
      sendTasks(to, now);
    }
    if (!cancels.isEmpty()) {
      to.send(new Message.Cancel(takeAll(cancels)), now);
    }
  }

  private static IdSet takeAll(IntArrayList list) {
    var set = IdSet.of(list.toIntArray(), list.size());
    list.clear();
    return set;
  }

  private void sendTasks(Session link, long now) {
    int from = 0;
    while (from < given.size()) {
      int to = from;
      long bytes = 0;
      while (to < given.size()
          && to - from < TASKS_PER_MESSAGE
          && (to == from || bytes + given.get(to).input().length <= BYTES_PER_MESSAGE)) {
        bytes += given.get(to++).input().length;
      }
      var ids = new int[to - from];
      var attempts = new byte[to - from];
      var inputs = new byte[to - from][];
      for (int i = from; i < to; i++) {
        var next = given.get(i);
        ids[i - from] = next.task();
        attempts[i - from] = next.attempt();
        inputs[i - from] = next.input();
      }
      link.send(new Message.Tasks(ids, attempts, inputs), now);
      sent += bytes;
      from = to;
    }
    given.clear();
  }

  /** Forgets what belongs to a session. */
  void sessionEnded() {
    session = null;
    introduced = false;
    stock = null;
    slot = -1;
    credits = 0;
    isOff = false;
    crew = Crew.ALL;
    idleSince = 0;
    isDismissed = false;
    incoming.clear();
    given.clear();
    acks.clear();
    cancels.clear();
  }

  @Override
  public String toString() {
    return name;
  }
}
