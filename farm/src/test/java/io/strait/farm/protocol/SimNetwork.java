package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.transport.wire.Peer;
import io.strait.transport.wire.Piece;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The network of a {@link World}: it loses, doubles, delays and misdelivers messages, lets some
 * overtake others, breaks connections, and cuts nodes off for a while, as long as the world is
 * faulty.
 */
final class SimNetwork {
  private final World world;
  private final double loss;
  private final double doubling;
  private final double overtaking;
  private final double breaking;
  private final double misdelivery;
  private final long meanDelay;
  private final Map<String, Long> cutUntil = new HashMap<>();

  /** Messages that were sent. */
  int messages;

  /**
   * @param random draws how bad it is
   */
  SimNetwork(World world, SplittableRandom random) {
    this.world = world;
    boolean rough = random.nextInt(4) > 0;
    loss = rough ? random.nextDouble(0.03) : 0;
    doubling = rough ? random.nextDouble(0.05) : 0;
    overtaking = rough ? random.nextDouble(0.03) : 0;
    breaking = rough ? random.nextDouble(0.02) : 0;
    misdelivery = rough ? random.nextDouble(0.3) : 0;
    meanDelay = (1 + random.nextInt(100)) * World.MILLI;
  }

  /** A child dials its parent. */
  NodeLink dial(SimNode child) {
    var here = new Pipe(child);
    var parent = child.parent;
    world.after(
        world.upTo(meanDelay),
        () -> {
          if (!here.alive()) {
            return;
          }
          if (parent.node == null || isCut(child, parent)) {
            world.after(world.upTo(meanDelay), here::closeEnd);
            return;
          }
          var there = new Pipe(parent);
          here.other.add(there);
          there.other.add(here);
          child.latest = here;
          child.latestAtParent = there;
          parent.act(node -> node.accepted(there));
          child.act(node -> node.connected(here));
        });
    return here;
  }

  private static String pair(SimNode a, SimNode b) {
    return a.name.compareTo(b.name) < 0 ? a.name + b.name : b.name + a.name;
  }

  private boolean isCut(SimNode a, SimNode b) {
    return world.isFaulty() && cutUntil.getOrDefault(pair(a, b), 0L) > world.now;
  }

  /** Nothing passes between two nodes for so long. */
  void cut(SimNode a, SimNode b, long length) {
    cutUntil.put(pair(a, b), world.now + length);
  }

  /** One end of a connection. */
  final class Pipe implements NodeLink {
    final SimNode owner;
    final int life;
    final ArrayDeque<Pipe> other = new ArrayDeque<>(1);
    boolean open = true;
    long lastArrival;

    Pipe(SimNode owner) {
      this.owner = owner;
      this.life = owner.lives;
    }

    boolean alive() {
      return open && owner.node != null && owner.lives == life;
    }

    @Override
    public void send(Envelope envelope) {
      messages++;
      world.trace(owner.name, "sends " + envelope);
      if (envelope.message() instanceof Message.Ack ack) {
        world.checkAcknowledged(this, ack);
      }
      if (!other.isEmpty()
          && world.tokens.isWrong(owner, other.getFirst().owner.name, envelope.message())) {
        throw world.violation("%s refuses %s, which has joined", owner, other.getFirst().owner);
      }
      remember(envelope);
      deliver(envelope);
      if (world.isFaulty() && world.chance(doubling)) {
        deliver(envelope);
      }
      if (world.isFaulty() && world.chance(breaking)) {
        world.after(world.upTo(meanDelay), this::breakDown);
      }
    }

    /** Which tasks the parts of this connection cover, by their numbers. */
    final Map<Integer, IdSet> parts = new HashMap<>();

    private void remember(Envelope envelope) {
      if (envelope.message() instanceof Message.Results results) {
        results.parts().forEach(part -> parts.put(part.number(), part.tasks()));
      } else if (envelope.message() instanceof Message.Offer offer) {
        parts.put(offer.part(), offer.tasks());
      }
    }

    /** As the network does: bytes of a chunk are spoilt once nobody keeps them any more. */
    private static Envelope lend(Envelope envelope) {
      if (!(envelope.message() instanceof Message.Chunk chunk)) {
        return envelope;
      }
      var bytes = new byte[chunk.length()];
      chunk.piece().copyTo(bytes, 0);
      var piece = Piece.lent(bytes, 0, bytes.length, () -> Arrays.fill(bytes, (byte) 77));
      return new Envelope(
          envelope.session(),
          envelope.number(),
          new Message.Chunk(chunk.part(), chunk.offset(), piece));
    }

    private void deliver(Envelope envelope) {
      if (other.isEmpty()) {
        return;
      }
      var to = other.getFirst();
      if (world.isFaulty() && world.chance(loss)) {
        return;
      }
      if (world.isFaulty() && world.chance(misdelivery)) {
        // It comes out later, of whatever connection the two have then.
        world.after(
            world.upTo(2_000 * World.MILLI), () -> to.owner.arrivesSomehow(owner, envelope));
      }
      long arrival = world.now + world.upTo(meanDelay);
      if (!(world.isFaulty() && world.chance(overtaking))) {
        arrival = Math.max(arrival, to.lastArrival);
        to.lastArrival = arrival;
      }
      world.after(
          arrival - world.now,
          () -> {
            if (to.alive() && !isCut(owner, to.owner)) {
              var lent = lend(envelope);
              to.owner.act(node -> node.received(to, lent));
              if (lent.message() instanceof Message.Chunk chunk) {
                chunk.piece().handled();
              }
            }
          });
    }

    /** Both ends learn that the connection is gone. */
    void breakDown() {
      closeEnd();
      other.forEach(Pipe::closeEnd);
    }

    private void closeEnd() {
      if (alive()) {
        open = false;
        owner.act(node -> node.closed(this));
      }
      open = false;
    }

    @Override
    public boolean ready() {
      boolean ready = !world.chance(0.1);
      if (!ready) {
        world.after(world.upTo(10 * World.MILLI), () -> owner.act(node -> {}));
      }
      return ready;
    }

    @Override
    public Peer peer() {
      return other.isEmpty() ? null : other.getFirst().owner.peer();
    }

    @Override
    public void close() {
      open = false;
      if (!other.isEmpty()) {
        var to = other.getFirst();
        if (!world.isFaulty() || !world.chance(0.2)) {
          world.after(Math.max(world.upTo(meanDelay), to.lastArrival - world.now), to::closeEnd);
        }
      }
    }
  }
}
