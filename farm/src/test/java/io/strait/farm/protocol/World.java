package io.strait.farm.protocol;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.LongSum;
import io.strait.farm.message.Message;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.Reducer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A farm in virtual time with everything around it adversarial: messages are lost, doubled,
 * delayed, overtaken, or come out of another connection than they went in; connections break or
 * fall silent; nodes crash, forget what was not synced, come back or do not; nodes drain, leave and
 * come back; tasks fail. All of it follows from a seed. After a while the faults end, and the run
 * must, too.
 *
 * <p>What must hold is in {@link #check}, {@link #checkAcknowledged} and {@link #checkStored}.
 * {@link SimNetwork} has the connections and what befalls them.
 */
final class World {
  /** Errors put in on purpose, to see that they are found. */
  enum Mutation {
    NONE,
    ACKNOWLEDGE_BEFORE_STORING,
    FORGET_THE_EPOCH,
    DROP_THE_SPOOL,
    FORGET_WHO_HAS_JOINED
  }

  static final long MILLI = 1_000_000L;
  private static final long FAULTS_END = 20_000 * MILLI;
  private static final long DEADLINE = 3_600_000 * MILLI;

  private record Event(long time, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final long seed;
  private final Mutation mutation;
  private final SplittableRandom random;

  /** Draws the sizes of disks. */
  private final SplittableRandom disks;

  /** Draws what is expected of nodes. */
  private final SplittableRandom plans;

  /** Draws what people want. */
  private final SplittableRandom wishes;

  private final int wishCount;

  private final boolean trace;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long order;
  long now = 1;

  private final List<SimNode> nodes = new ArrayList<>();
  private final ProtocolSettings settings;
  private final FarmWork work;
  private final int tasks;
  private final int longs;
  private final boolean reduces;
  private final SimNetwork network;
  private final Set<Integer> hopeless = new TreeSet<>();
  private final double failing;
  final SimTokens tokens;
  int computed;
  int crashes;
  int departures;
  int orders;

  World(long seed, Mutation mutation, boolean trace) {
    this.seed = seed;
    this.mutation = mutation;
    this.trace = trace;
    this.random = new SplittableRandom(seed);
    this.disks = new SplittableRandom(~seed);
    this.plans = disks.split();
    this.wishes = new SplittableRandom(seed ^ 0x5eed);
    this.wishCount = Math.max(0, wishes.nextInt(9) - 3);
    this.tokens = new SimTokens(this, seed, FAULTS_END);
    tasks = 1 + random.nextInt(new int[] {30, 30, 30, 30, 30, 120, 120, 400}[random.nextInt(8)]);
    longs = new int[] {2, 4, 40}[random.nextInt(3)];
    reduces = random.nextInt(4) > 0;
    network = new SimNetwork(this, random);
    failing = random.nextInt(3) == 0 ? random.nextDouble(0.1) : 0;
    if (random.nextInt(5) == 0) {
      hopeless.add(random.nextInt(tasks));
    }
    settings = settings();
    Supplier<Reducer> reducer = reduces ? LongSum::new : null;
    int aggregate = 1 + random.nextInt(5);
    work =
        new FarmWork(
            "run-" + seed,
            tasks,
            new byte[] {(byte) (reduces ? 1 : 0)},
            task -> ByteBuffer.allocate(4).putInt(task).array(),
            reducer,
            failing > 0 ? 50 : 2,
            false,
            plans.nextBoolean() ? rate() : 0,
            name -> plans.nextInt(4) == 0 ? Delivery.UNKNOWN : delivery(),
            name -> paces(),
            0,
            name -> aggregate == 1 ? Message.ADAPT : aggregate,
            name -> 0);
    build();
  }

  /** What a plan may promise, however wrong. */
  private double rate() {
    return Math.pow(10, plans.nextDouble(-2, 3));
  }

  private Map<String, Double> paces() {
    var paces = new HashMap<String, Double>();
    nodes.forEach(node -> paces.put(node.name, Math.pow(10, plans.nextDouble(-2, 2))));
    return paces;
  }

  private Delivery delivery() {
    return new Delivery(
        Math.pow(10, plans.nextDouble(-2, 2)), Math.pow(10, plans.nextDouble(-2, 3)));
  }

  private ProtocolSettings settings() {
    long lease = (2_000 + random.nextInt(20_000)) * MILLI;
    return ProtocolSettings.of(
            s -> {
              s.leastBackoff = Duration.ofMillis(100);
              s.mostBackoff = Duration.ofSeconds(2);
              s.patience = Duration.ofNanos(Long.MAX_VALUE / 4);
              s.eager = 64;
              s.eagerBytes = 200;
              s.chunk = 48;
              s.room = 700;
              s.mostResult = 1 << 20;
              s.mostCredits = 1 << 10;
              s.checkpoint = 2_000;
              s.tailCopies = random.nextBoolean();
              s.stock = Duration.ofSeconds(new int[] {0, 3, 120}[random.nextInt(3)]);
              s.idle = Duration.ofMillis(new int[] {0, 200, 3_000}[Math.floorMod(seed, 3)]);
            })
        .withLease(Duration.ofNanos(lease));
  }

  private void build() {
    var master = add("master", null, Message.Role.GATEWAY);
    int direct = 1 + random.nextInt(3);
    for (int i = 0; i < direct; i++) {
      add("home" + i, master, Message.Role.WORKER);
    }
    int gateways = random.nextInt(3);
    for (int g = 0; g < gateways; g++) {
      addGateway("gate" + g, master, 2);
    }
  }

  private void addGateway(String name, SimNode parent, int depth) {
    var gateway = add(name, parent, Message.Role.GATEWAY);
    int workers = 1 + random.nextInt(3);
    for (int i = 0; i < workers; i++) {
      if (depth > 1 && random.nextInt(5) == 0) {
        addGateway(name + "-" + i, gateway, depth - 1);
      } else {
        add(name + "w" + i, gateway, Message.Role.WORKER);
      }
    }
  }

  private SimNode add(String name, SimNode parent, Message.Role role) {
    var node = new SimNode(this, name, parent, role);
    nodes.add(node);
    return node;
  }

  // ---- time and chance

  void after(long delay, Runnable action) {
    events.add(new Event(now + Math.max(0, delay), order++, action));
  }

  boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  long draw() {
    return random.nextLong();
  }

  long upTo(long most) {
    return random.nextLong(most + 1);
  }

  /** Whether things still go wrong. */
  boolean isFaulty() {
    return now < FAULTS_END;
  }

  void trace(String who, String what) {
    if (trace) {
      System.out.printf("%10.3f %-10s %s%n", now / 1e9, who, what);
    }
  }

  ProtocolSettings nodeSettings() {
    return settings;
  }

  /**
   * The bytes of a node's disk. That of a gateway may hold one result only. A master has room for
   * what it must keep: all results if they are not added up, otherwise twice what it sums up; and
   * for the names of those who are let go because nobody wants them, and join again.
   */
  long capacity(boolean isMaster) {
    boolean small = disks.nextInt(3) > 0 && (!isMaster || reduces);
    long record = Math.max(8L * longs, 20) + 10;
    long size = isMaster ? 3_000 + (wishCount > 0 ? 12_000 : 0) : record * (1 + disks.nextInt(6));
    return small ? size : Long.MAX_VALUE;
  }

  FarmWork work() {
    return work;
  }

  Mutation mutation() {
    return mutation;
  }

  SimNetwork network() {
    return network;
  }

  // ---- computing

  /** What a task yields: a number that tells it from all others, a one to count, and filling. */
  byte[] result(int task) {
    var out = ByteBuffer.allocate(8 * longs);
    out.putLong(new SplittableRandom(seed * 31 + task).nextLong()).putLong(1);
    return out.array();
  }

  boolean fails(int task) {
    return hopeless.contains(task) || (isFaulty() && chance(failing));
  }

  // ---- faults

  private void scheduleFaults() {
    int faults = random.nextInt(16);
    for (int i = 0; i < faults; i++) {
      after(
          upTo(FAULTS_END),
          () -> {
            var node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(5)) {
              case 0, 1 -> crash(node);
              case 2 -> {
                if (node.parent != null) {
                  long length = upTo(2 * settings.lease());
                  trace(node.name, "is cut off from its parent");
                  network.cut(node, node.parent, length);
                }
              }
              case 3 -> node.drain();
              default -> {
                if (node.latest != null) {
                  node.latest.breakDown();
                }
              }
            }
          });
    }
  }

  /** People change how many workers get tasks; in the end they want all. */
  private void scheduleOrders() {
    for (int i = 0; i < wishCount; i++) {
      after(
          wishes.nextLong(FAULTS_END),
          () -> order(nodes.get(wishes.nextInt(nodes.size())), wishes.nextInt(3)));
    }
    after(FAULTS_END, () -> nodes.forEach(node -> order(node, Crew.ALL)));
  }

  private void order(SimNode node, int workers) {
    var master = nodes.getFirst();
    if (node.parent == master) {
      trace("people", "want %d workers of %s".formatted(workers, node.name));
      orders++;
      master.act(
          n -> {
            if (node.role == Message.Role.GATEWAY) {
              ((Master) n).limit(node.name, workers);
            } else {
              ((Master) n).limitOwn(workers);
            }
          });
    }
  }

  private void crash(SimNode node) {
    if (node.node == null) {
      return;
    }
    crashes++;
    trace(node.name, "CRASHES");
    boolean forGood = node.parent != null && !node.name.equals("home0") && random.nextInt(4) == 0;
    node.crash();
    checkStored();
    if (!forGood) {
      long pause = upTo(random.nextBoolean() ? 500 * MILLI : 2 * settings.lease());
      after(
          pause,
          () -> {
            node.start();
            checkStored();
          });
    }
  }

  /** A node has left, because it was drained or its parent was. */
  void left(SimNode node) {
    departures++;
    checkStored();
    after(upTo(random.nextBoolean() ? 500 * MILLI : 2 * settings.lease()), node::start);
  }

  // ---- what must hold

  /** Everything that any parent has ever acknowledged to a worker. */
  private final BitSet acknowledged = new BitSet();

  /** Whoever acknowledges a part has it on its disk, or somebody above has. */
  void checkAcknowledged(SimNetwork.Pipe from, Message.Ack ack) {
    if (from.other.isEmpty()) {
      return;
    }
    var child = from.other.getFirst();
    var safe = stored();
    ack.parts()
        .forEach(
            number -> {
              var covered = child.parts.get(number);
              if (covered == null) {
                throw violation("%s acknowledges a part that was never sent", from.owner);
              }
              covered.forEach(
                  task -> {
                    acknowledged.set(task);
                    if (!safe.get(task) && !mayBeUnstored(task)) {
                      throw violation(
                          "%s acknowledges task %s, which is not stored", from.owner, task);
                    }
                  });
            });
  }

  /** A failed attempt is acknowledged, but there is nothing to store. */
  private boolean mayBeUnstored(int task) {
    return failing > 0 || hopeless.contains(task);
  }

  /** No disk has lost what was acknowledged. */
  private void checkStored() {
    var safe = stored();
    for (int task = acknowledged.nextSetBit(0);
        task >= 0;
        task = acknowledged.nextSetBit(task + 1)) {
      if (!safe.get(task) && !mayBeUnstored(task)) {
        throw violation("the result of task %s was acknowledged and is gone", task);
      }
    }
  }

  private BitSet stored() {
    var safe = new BitSet();
    nodes.forEach(node -> node.storedTasks(safe));
    return safe;
  }

  AssertionError violation(String what, Object... values) {
    return new AssertionError(
        "seed %d at %.3f s: %s".formatted(seed, now / 1e9, what.formatted(values)));
  }

  /** Runs until the master says that all is done. */
  void run() {
    nodes.forEach(SimNode::start);
    scheduleFaults();
    scheduleOrders();
    long steps = 0;
    while (!isComplete()) {
      var next = events.poll();
      if (next == null || next.time > DEADLINE || ++steps > 2_000_000) {
        throw violation("the run does not end (%d events)", steps);
      }
      now = Math.max(now, next.time);
      try {
        next.action.run();
      } catch (RuntimeException e) {
        throw new AssertionError(
            "seed %d at %.3f s: %s".formatted(seed, now / 1e9, e.getMessage()), e);
      }
    }
    check();
  }

  private boolean isComplete() {
    return nodes.getFirst().node instanceof Master master && master.isComplete();
  }

  /** Every task is counted exactly once. */
  private void check() {
    var master = (Master) nodes.getFirst().node;
    if (!hopeless.containsAll(master.failed().keySet()) || master.finished() != tasks) {
      throw violation("failed for good: %s, finished: %s", master.failed(), master.finished());
    }
    var expected = new LongSum();
    for (int task = 0; task < tasks; task++) {
      if (!master.failed().containsKey(task)) {
        expected.add(result(task));
        if (!reduces && !java.util.Arrays.equals(master.resultOf(task), result(task))) {
          throw violation("task %s has another result", task);
        }
      }
    }
    if (reduces && !java.util.Arrays.equals(master.total(), expected.result())) {
      long count = master.total().length < 16 ? 0 : ByteBuffer.wrap(master.total()).getLong(8);
      throw violation("the sum is wrong; %s results were counted of %s tasks", count, tasks);
    }
  }
}
