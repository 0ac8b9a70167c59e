package io.strait.farm.protocol;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.journal.LongSum;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.simulate.Delivery;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * A farm in virtual time where nothing goes wrong but what a test says: a master, workers of its
 * own, and a cluster behind a gateway, all with one core. Messages take a fixed time.
 */
final class QuietFarm {
  static final long SECOND = 1_000_000_000L;
  private static final long LATENCY = SECOND / 20;

  private record Event(long time, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long order;
  private long now = SECOND;
  private final ProtocolSettings settings;
  private final FarmWork work;
  private final double taskSeconds;
  private final List<Node> nodes = new ArrayList<>();
  private final Node master;
  private final Node gateway;
  private final List<long[]> cuts = new ArrayList<>();

  /** When tasks were computed behind the gateway, and at home. */
  final List<Long> remote = new ArrayList<>();

  final List<Long> home = new ArrayList<>();

  /** Tasks that the master's people were told of. */
  final BitSet traced = new BitSet();

  private final Observer told =
      new Observer() {
        @Override
        public void joined(String child, Message.Role role) {}

        @Override
        public void gone(String child, String why) {}

        @Override
        public void traced(List<String> path, Message.Trace trace) {
          for (int task : trace.tasks()) {
            traced.set(task);
          }
        }
      };

  QuietFarm(ProtocolSettings settings, int tasks, int atHome, int behind, double taskSeconds) {
    this(settings, tasks, atHome, behind, taskSeconds, 0);
  }

  /**
   * @param rate tasks per second that the master expects; 0 if it does not know
   */
  QuietFarm(
      ProtocolSettings settings,
      int tasks,
      int atHome,
      int behind,
      double taskSeconds,
      double rate) {
    this.settings = settings;
    this.taskSeconds = taskSeconds;
    work =
        new FarmWork(
            "quiet",
            tasks,
            new byte[1],
            task -> ByteBuffer.allocate(16).putInt(task).array(),
            LongSum::new,
            1,
            false,
            rate,
            name ->
                rate == 0
                    ? Delivery.UNKNOWN
                    : new Delivery(taskSeconds, (name.equals("gate") ? behind : 1) / taskSeconds),
            name -> Map.of(),
            0,
            name -> Message.ADAPT,
            name -> 1);
    master = new Node("master", null, Message.Role.GATEWAY, home);
    gateway = new Node("gate", master, Message.Role.GATEWAY, remote);
    for (int i = 0; i < atHome; i++) {
      var _ = new Node("home" + i, master, Message.Role.WORKER, home);
    }
    for (int i = 0; i < behind; i++) {
      var _ = new Node("remote" + i, gateway, Message.Role.WORKER, remote);
    }
    nodes.forEach(Node::start);
  }

  /** Nothing passes between master and gateway from one time to another, in seconds. */
  void cut(double from, double to) {
    cuts.add(new long[] {SECOND + (long) (from * SECOND), SECOND + (long) (to * SECOND)});
  }

  /** A process dies, and the system tells those at the other end of its connection. */
  void kill(String name, double at) {
    after(
        (long) (at * SECOND),
        () ->
            nodes.stream()
                .filter(n -> n.name.equals(name))
                .forEach(
                    n -> {
                      n.node = null;
                      n.pipe.tellOther();
                    }));
  }

  /** Somebody asks the master for something. */
  void order(double at, Consumer<Master> order) {
    after((long) (at * SECOND), () -> master.act(n -> order.accept((Master) n)));
  }

  /** Runs to the end, and gives the seconds that took. */
  double run() {
    while (!((Master) master.node).isComplete()) {
      var next = events.remove();
      now = Math.max(now, next.time);
      next.action.run();
    }
    var total = ByteBuffer.wrap(((Master) master.node).total());
    if (total.getLong(8) != work.tasks()) {
      throw new AssertionError("%d of %d tasks".formatted(total.getLong(8), work.tasks()));
    }
    return seconds(now);
  }

  /** Tasks that children are known to have done. */
  int finished() {
    return ((Master) master.node).children().stream().mapToInt(ChildState::finished).sum();
  }

  /** Seconds that the master says the tasks took. */
  double elapsed() {
    return ((Master) master.node).elapsed() * 1e-9;
  }

  int duplicates() {
    return remote.size() + home.size() - work.tasks();
  }

  /** Tasks per second between two times. */
  static double rate(List<Long> computed, double from, double to) {
    return computed.stream().filter(t -> seconds(t) >= from && seconds(t) < to).count()
        / (to - from);
  }

  private static double seconds(long time) {
    return (time - SECOND) * 1e-9;
  }

  private void after(long delay, Runnable action) {
    events.add(new Event(now + Math.max(0, delay), order++, action));
  }

  /** One end of a connection. */
  private final class Pipe implements NodeLink {
    final Node owner;
    Pipe other;

    Pipe(Node owner) {
      this.owner = owner;
    }

    private boolean isCut() {
      boolean gap = owner == gateway && other.owner == master;
      gap |= owner == master && other.owner == gateway;
      return gap && cuts.stream().anyMatch(cut -> now >= cut[0] && now < cut[1]);
    }

    @Override
    public void send(Envelope envelope) {
      var to = other;
      if (!isCut()) {
        after(LATENCY, () -> to.owner.act(n -> n.received(to, envelope)));
      }
    }

    @Override
    public boolean ready() {
      return true;
    }

    @Override
    public void close() {
      tellOther();
    }

    void tellOther() {
      var to = other;
      if (!isCut()) {
        after(LATENCY, () -> to.owner.act(n -> n.closed(to)));
      }
    }
  }

  private final class Node implements Host, Worker.Computer {
    final String name;
    final Node parent;
    final Message.Role role;
    final List<Long> computed;
    ProtocolNode node;
    Pipe pipe;
    private long wakeAt = Long.MAX_VALUE;
    private final SimDisk disk = new SimDisk(this::sync);
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private int running = -1;

    Node(String name, Node parent, Message.Role role, List<Long> computed) {
      this.name = name;
      this.parent = parent;
      this.role = role;
      this.computed = computed;
      nodes.add(this);
    }

    void start() {
      var hello =
          new Message.Hello(Message.OLDEST, Message.NEWEST, "", name, role, 1, name.hashCode(), 0);
      if (parent == null) {
        var made = new Master(this, settings, work, disk, new Journal(work), h -> null);
        made.observe(told);
        node = made;
      } else if (role == Message.Role.WORKER) {
        node = new Worker(this, settings, hello, this);
      } else {
        node =
            new Gateway(
                this, settings, hello, 1, (run, visitor) -> disk, spec -> LongSum::new, h -> null);
      }
      act(n -> {});
    }

    void act(Consumer<ProtocolNode> action) {
      if (node == null) {
        return;
      }
      action.accept(node);
      node.flush();
      long wake = Math.max(now, node.wake());
      if (wake < wakeAt) {
        wakeAt = wake;
        after(
            wake - now,
            () -> {
              if (wakeAt == wake) {
                wakeAt = Long.MAX_VALUE;
                act(n -> {});
              }
            });
      }
    }

    private void sync(long position) {
      after(
          SECOND / 1_000,
          () -> {
            disk.madeDurable(position);
            act(n -> n.durable(position));
          });
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public long random() {
      return order;
    }

    @Override
    public NodeLink dial() {
      pipe = new Pipe(this);
      pipe.other = new Pipe(parent);
      pipe.other.other = pipe;
      var here = pipe;
      if (!here.isCut()) {
        after(
            LATENCY,
            () -> {
              parent.act(n -> n.accepted(here.other));
              act(n -> n.connected(here));
            });
      }
      return here;
    }

    @Override
    public void note(Level level, String event) {}

    @Override
    public String prepare(byte[] spec) {
      return null;
    }

    @Override
    public void submit(int task, int attempt, byte[] input) {
      queue.add(task);
      startNext();
    }

    private void startNext() {
      if (running >= 0 || queue.isEmpty()) {
        return;
      }
      int task = queue.remove();
      running = task;
      after(
          (long) (taskSeconds * SECOND),
          () -> {
            if (running == task && node != null) {
              running = -1;
              computed.add(now);
              var value = ByteBuffer.allocate(16).putLong(task).putLong(1).array();
              long took = (long) (taskSeconds * SECOND);
              act(n -> ((Worker) n).computed(task, value, now, took));
              startNext();
            }
          });
    }

    @Override
    public boolean withdraw(int task) {
      return queue.remove((Integer) task);
    }

    @Override
    public void abandon(int task) {
      queue.remove((Integer) task);
      if (running == task) {
        running = -1;
        startNext();
      }
    }
  }
}
