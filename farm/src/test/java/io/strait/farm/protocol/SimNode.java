package io.strait.farm.protocol;

import io.strait.farm.journal.Journal;
import io.strait.farm.journal.LongSum;
import io.strait.farm.journal.Member;
import io.strait.farm.journal.Members;
import io.strait.farm.journal.Spools;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Session;
import io.strait.transport.store.Disk;
import io.strait.transport.wire.Peer;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.collections.Int2ObjectHashMap;

/** A node of a {@link World}: it can crash and start again, and keeps its disk. */
final class SimNode implements Host {
  final String name;
  final SimNode parent;
  private final World world;
  final Message.Role role;
  private final SimDisk disk;
  ProtocolNode node;
  int lives;
  SimNetwork.Pipe latest;
  SimNetwork.Pipe latestAtParent;
  private long wakeAt = Long.MAX_VALUE;
  private String token = "";

  SimNode(World world, String name, SimNode parent, Message.Role role) {
    this.world = world;
    this.name = name;
    this.parent = parent;
    this.role = role;
    this.disk = new SimDisk(world.capacity(parent == null), this::syncAsked);
  }

  void start() {
    if (node != null) {
      return;
    }
    lives++;
    world.trace(name, "starts");
    var hello =
        new Message.Hello(
            Message.OLDEST,
            Message.NEWEST,
            token,
            name,
            role,
            role == Message.Role.WORKER ? 1 + (int) world.upTo(1) : 0,
            world.draw(),
            0);
    if (parent == null) {
      var journal = new Journal(world.work());
      disk.recover(journal::read);
      if (world.mutation() == World.Mutation.FORGET_WHO_HAS_JOINED) {
        journal.members().clear();
      }
      node =
          new Master(this, world.nodeSettings(), world.work(), disk, journal, world.tokens::guard);
    } else if (role == Message.Role.WORKER) {
      var computer = new SimComputer(hello.cores());
      var worker = new Worker(this, world.nodeSettings(), hello, computer);
      computer.worker = worker;
      node = worker;
    } else {
      if (lives > 1 && world.mutation() == World.Mutation.DROP_THE_SPOOL) {
        disk.wipe();
      }
      node =
          new Gateway(
              this,
              world.nodeSettings(),
              hello,
              (int) world.draw() & 0x7fffffff,
              new Spools() {
                @Override
                public Disk open(String run, Visitor visitor) {
                  disk.recover(visitor);
                  return disk;
                }

                @Override
                public Members members() {
                  return world.tokens.of(SimNode.this);
                }
              },
              spec -> spec[0] == 1 ? LongSum::new : null,
              world.tokens::guard);
    }
    act(n -> {});
  }

  void crash() {
    node = null;
    disk.crash(world::draw);
    wakeAt = Long.MAX_VALUE;
    // Those at the other ends notice at once, later, or not at all.
    if (latest != null && world.chance(0.7)) {
      var pipe = latest;
      world.after(world.upTo(100 * World.MILLI), pipe::breakDown);
    }
  }

  /** Finishes what has begun and leaves; a master does not. */
  void drain() {
    world.trace(name, "DRAINS");
    act(
        n -> {
          if (n instanceof Worker worker) {
            worker.drain();
          } else if (n instanceof Gateway gateway) {
            gateway.drain();
          }
        });
  }

  /** The certificate that it shows; null if it has none. */
  Peer peer() {
    return world.tokens.peer(this, role == Message.Role.WORKER);
  }

  /** Those who have joined this master, as its disk would tell after a crash. */
  Set<Member> members() {
    var journal = new Journal(world.work());
    disk.durableRecords().forEach(r -> journal.read(0, r.kind(), r.bytes()));
    return journal.members();
  }

  private boolean isRefused() {
    return (node instanceof Worker worker && worker.isRefused())
        || (node instanceof Gateway gateway && gateway.isRefused());
  }

  private boolean hasEnded() {
    return (node instanceof Worker worker && worker.ended() != null)
        || (node instanceof Gateway gateway && gateway.ended() != null);
  }

  /** The process ends by itself; somebody starts it again. */
  private void leave() {
    world.trace(name, "LEAVES");
    if (isRefused()) {
      token = SimTokens.NEW;
    }
    node = null;
    disk.crash(world::draw);
    wakeAt = Long.MAX_VALUE;
    world.left(this);
  }

  /** Lets the node act, if it lives, and then say what it has to say. */
  void act(Consumer<ProtocolNode> action) {
    if (node == null) {
      return;
    }
    action.accept(node);
    node.flush();
    if (hasEnded()) {
      leave();
      return;
    }
    long wake = node.wake();
    if (wake < wakeAt) {
      wakeAt = wake;
      int life = lives;
      world.after(
          wake - world.now,
          () -> {
            if (lives == life && node != null && wakeAt == wake) {
              wakeAt = Long.MAX_VALUE;
              act(n -> {});
            }
          });
    }
  }

  /** A message that went astray arrives through the present connection, if there is one. */
  void arrivesSomehow(SimNode from, Envelope envelope) {
    var pipe = from.parent == this ? from.latestAtParent : latest;
    if (pipe != null && pipe.owner == this && pipe.alive()) {
      act(n -> n.received(pipe, envelope));
    }
  }

  private void syncAsked(long position) {
    int life = lives;
    if (world.mutation() == World.Mutation.ACKNOWLEDGE_BEFORE_STORING) {
      world.after(0, () -> tellDurable(life, position));
    }
    world.after(
        world.upTo(50 * World.MILLI),
        () -> {
          if (lives == life && node != null) {
            tellDurable(life, disk.madeDurable(position));
          }
        });
  }

  private void tellDurable(int life, long position) {
    if (lives == life) {
      act(n -> n.durable(position));
    }
  }

  /** Adds the tasks whose results would survive a crash of this node. */
  void storedTasks(BitSet safe) {
    if (parent == null) {
      var journal = new Journal(world.work());
      disk.durableRecords().forEach(r -> journal.read(0, r.kind(), r.bytes()));
      safe.or(journal.done());
    } else {
      disk.durableRecords().forEach(r -> Journal.part(r.bytes()).tasks().forEach(safe::set));
    }
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public long now() {
    return world.now;
  }

  @Override
  public long random() {
    return world.draw();
  }

  @Override
  public NodeLink dial() {
    return world.network().dial(this);
  }

  @Override
  public Session session(NodeLink link, long id) {
    if (world.mutation() != World.Mutation.FORGET_THE_EPOCH) {
      return new Session(link, id, now());
    }
    return new Session(link, id, now()) {
      @Override
      public boolean isOurs(Envelope envelope) {
        return true;
      }
    };
  }

  @Override
  public void note(Level level, String event) {
    world.trace(name, level + " " + event);
  }

  /** Computes tasks in virtual time. */
  private final class SimComputer implements Worker.Computer {
    private final int cores;
    private final Int2ObjectHashMap<Object> running = new Int2ObjectHashMap<>();
    private final java.util.ArrayDeque<Integer> queue = new java.util.ArrayDeque<>();
    Worker worker;

    SimComputer(int cores) {
      this.cores = cores;
    }

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
      while (running.size() < cores && !queue.isEmpty()) {
        int task = queue.removeFirst();
        var token = new Object();
        running.put(task, token);
        int life = lives;
        world.after(
            world.upTo(1_000 * World.MILLI),
            () -> {
              if (lives == life && node != null && running.get(task) == token) {
                running.remove(task);
                world.computed++;
                act(
                    n -> {
                      if (world.fails(task)) {
                        worker.failed(task, "it was to fail", now(), 1);
                      } else {
                        worker.computed(task, world.result(task), now(), 1);
                      }
                      startNext();
                    });
              }
            });
      }
    }

    @Override
    public boolean withdraw(int task) {
      return queue.remove((Integer) task);
    }

    @Override
    public void abandon(int task) {
      queue.remove((Integer) task);
      running.remove(task);
      startNext();
    }
  }
}
