package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import io.strait.transport.fabric.Fabric;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries data and credits between one rank and the others. One thread, the rank's own, uses the
 * fabric; others leave what they send in queues.
 */
final class Courier {
  /** The most bytes of a message. */
  static final int CHUNK = 64 << 10;

  private static final int AHEAD = 8;

  /** How long the fabric's thread sleeps at most; others wake it when they leave something. */
  private static final long PATIENCE = 20_000_000;

  /** Takes what arrives. */
  interface Listener {
    /** A piece has begun to arrive. */
    Arrival begins(Channel channel, Frame head);

    /** Another rank has said something without data. */
    void told(Frame frame);
  }

  /** A piece that is arriving. */
  interface Arrival {
    void add(MemorySegment bytes, long offset);

    /** The last byte came with this message. */
    void ends(Frame tail);
  }

  private record Outgoing(Frame frame, byte[] bytes, int from, int length) {}

  private final Fabric fabric;
  private final Wiring wiring;
  private final Listener listener;
  private final Set<Integer> peers = new TreeSet<>();
  private final Map<Integer, Queue<Outgoing>> queues = new HashMap<>();
  private final Map<Integer, Arrival> arriving = new HashMap<>();
  private final Set<Integer> done = new HashSet<>();

  Courier(Fabric fabric, Wiring wiring, Set<Integer> peers, Listener listener) {
    this.fabric = fabric;
    this.wiring = wiring;
    this.listener = listener;
    this.peers.addAll(peers);
    for (int peer : this.peers) {
      fabric.open(peer, CHUNK + Frame.HEAD, AHEAD);
      queues.put(peer, new ConcurrentLinkedQueue<>());
    }
  }

  /**
   * Sends some of a piece.
   *
   * @param at when what is sent left, by {@link System#nanoTime}
   * @param after how many nanoseconds later it comes
   */
  void send(Channel channel, Inbox.Piece piece, long at, long after, int length) {
    int offset = 0;
    do {
      int each = Math.min(CHUNK, length - offset);
      queue(channel.to().rank())
          .add(
              new Outgoing(
                  new Frame(
                      Frame.DATA,
                      channel.number(),
                      piece.unit(),
                      at,
                      after,
                      piece.bytes().length,
                      offset,
                      piece.last()),
                  piece.bytes(),
                  offset,
                  each));
      offset += each;
    } while (offset < length);
    fabric.wake();
  }

  /**
   * Tells a rank something without data.
   *
   * @param at since when it is so, by {@link System#nanoTime}
   */
  void tell(int rank, int kind, int channel, long count, long at) {
    queue(rank)
        .add(new Outgoing(new Frame(kind, channel, 0, at, 0, count, 0, false), new byte[0], 0, 0));
    fabric.wake();
  }

  /** Something has changed that {@link #run} asks for. Any thread may call it. */
  void wake() {
    fabric.wake();
  }

  private Queue<Outgoing> queue(int rank) {
    var queue = queues.get(rank);
    if (queue == null) {
      throw new IllegalStateException("no lane to rank " + rank);
    }
    return queue;
  }

  /** Carries until this rank and all ranks that it talks to have nothing more to say. */
  void run(BooleanSupplier isOver) {
    boolean told = false;
    while (true) {
      boolean moved = takeAll();
      moved |= sendAll();
      if (!told && isOver.getAsBoolean()) {
        told = true;
        peers.forEach(peer -> tell(peer, Frame.DONE, 0, 0, 0));
        continue;
      }
      if (told && done.size() == peers.size() && isEmpty()) {
        return;
      }
      if (!moved) {
        fabric.await(PATIENCE);
      }
    }
  }

  private boolean isEmpty() {
    return queues.values().stream().allMatch(Queue::isEmpty);
  }

  private boolean sendAll() {
    boolean moved = false;
    for (int peer : peers) {
      var queue = queue(peer);
      while (!queue.isEmpty() && fabric.room(peer)) {
        var next = queue.remove();
        var to = fabric.begin(peer);
        next.frame.write(to);
        MemorySegment.copy(
            next.bytes, next.from, to, ValueLayout.JAVA_BYTE, Frame.HEAD, next.length);
        fabric.send(peer, Frame.HEAD + next.length);
        moved = true;
      }
    }
    return moved;
  }

  private boolean takeAll() {
    boolean moved = false;
    for (int peer : peers) {
      for (var message = fabric.poll(peer); message != null; message = fabric.poll(peer)) {
        take(peer, message);
        fabric.release(peer);
        moved = true;
      }
    }
    return moved;
  }

  private void take(int peer, MemorySegment message) {
    var frame = Frame.read(message);
    switch (frame.kind()) {
      case Frame.DATA -> data(frame, message.asSlice(Frame.HEAD));
      case Frame.DONE -> done.add(peer);
      default -> listener.told(frame);
    }
  }

  private void data(Frame frame, MemorySegment bytes) {
    @Nullable Arrival arrival = arriving.get(frame.channel());
    if (arrival == null) {
      arrival = listener.begins(wiring.channels().get(frame.channel()), frame);
      arriving.put(frame.channel(), arrival);
    }
    arrival.add(bytes, frame.offset());
    if (frame.offset() + bytes.byteSize() == frame.bytes()) {
      arriving.remove(frame.channel());
      arrival.ends(frame);
    }
  }
}
