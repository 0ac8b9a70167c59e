package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.plan.Ranks;
import io.strait.transport.fabric.Fabric;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part of the steps of a realignment.
 *
 * <p>A rank copies what it keeps. What it has for other clusters it sends in chunks to its gateway,
 * cluster by cluster beginning with the one after its own; the gateway passes chunks on to the
 * gateway there, which passes them on to their ranks. Beside that it sends what it has for its own
 * cluster, in rounds: to the next rank, the one after that, and so on.
 *
 * <p>Nobody waits in order to send: who cannot send goes on receiving. What a rank receives for
 * itself it unpacks at once, so chunks from a gateway to its ranks always find room at last, then
 * those between gateways, then those to a gateway. So there is no deadlock, however few chunks may
 * be under way.
 *
 * <p>A little long because all that may send or receive next stays in one loop.
 */
final class Realigner {
  private static final long PATIENCE = 50_000_000;
  private static final int AT_ONCE = 8;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Fabric fabric;
  private final Moves moves;
  private final Ranks ranks;
  private final Buffers buffers;
  private final LanPort port;
  private final Runnable pulse;
  private final int rank;
  private final int size;
  private final int cluster;
  private final int first;
  private final int count;
  private final boolean gateway;
  private final RankCounters counters = new RankCounters();

  private int[] inside = new int[0];
  private int[] below = new int[0];
  private int[] across = new int[0];
  private int above = -1;
  private int[] opened = {};
  private long memory;

  private final CommonElements kept;
  private final CommonElements external;
  private final CommonElements interior;
  private CommonElements[] coming = new CommonElements[0];
  private int comings;

  // The step. One before the first, and while others are served, is nobody's.
  private int number = -1;
  private boolean serving;
  private ArrayDistribution source;
  private ArrayDistribution target;
  private MemorySegment sourcePart = MemorySegment.NULL;
  private MemorySegment targetPart = MemorySegment.NULL;
  private Ledger ledger = Ledger.NONE;
  private int step;
  private int sourceBlock;
  private int targetBlock;
  private int nextExternal;
  private int externalRank;
  private int nextRound;
  private int interiorRank;
  private long missing;

  /**
   * @param pulse called now and then
   */
  Realigner(Fabric fabric, Moves moves, Buffers buffers, LanPort port, Runnable pulse) {
    this.fabric = fabric;
    this.moves = moves;
    this.ranks = moves.ranks();
    this.buffers = buffers;
    this.port = port;
    this.pulse = pulse;
    this.rank = fabric.rank();
    this.size = fabric.size();
    this.cluster = ranks.clusterOf(rank);
    this.first = ranks.first(cluster);
    this.count = ranks.size(cluster);
    this.gateway = rank == first;
    this.source = moves.phase(0);
    this.target = moves.phase(1);
    this.kept = section();
    this.external = section();
    this.interior = section();
    open();
  }

  private CommonElements section() {
    return new CommonElements(moves.elementBytes(), moves.phase(0), moves.phase(1));
  }

  /** Opens what this rank needs; the other ends do the same. */
  private void open() {
    var runs = new ByteRuns();
    for (int other = first; other < first + count; other++) {
      if (other != rank && (moves.talks(rank, other, runs) || moves.talks(other, rank, runs))) {
        open(other, buffers.lanAhead());
        inside = with(inside, other);
      }
    }
    if (count == size) {
      return;
    }
    if (!gateway) {
      above = size + first;
      open(above, buffers.gateAhead());
      return;
    }
    for (int other = first + 1; other < first + count; other++) {
      open(size + other, buffers.gateAhead());
      below = with(below, size + other);
    }
    for (int c = 0; c < ranks.clusters(); c++) {
      if (c != cluster && ranks.size(c) > 0) {
        int peer = size + ranks.first(c);
        open(peer, buffers.gapAhead());
        across = with(across, peer);
      }
    }
  }

  private void open(int peer, int ahead) {
    fabric.open(peer, buffers.chunk(), ahead);
    opened = with(opened, peer);
    memory += 2L * ahead * buffers.chunk();
  }

  /**
   * Uses every connection once, before time counts: MPI and TCP open them with the first message,
   * which takes longer than a small step. No rank returns before all its neighbours have called.
   */
  void greet() {
    var peers = new ArrayDeque<Integer>();
    for (int peer : opened) {
      fabric.begin(peer);
      fabric.send(peer, 1);
      peers.add(peer);
    }
    while (!peers.isEmpty()) {
      if (!peers.removeIf(this::hasGreeted)) {
        fabric.await(PATIENCE);
        pulse.run();
      }
    }
  }

  private boolean hasGreeted(int peer) {
    if (fabric.poll(peer) == null) {
      return false;
    }
    fabric.release(peer);
    return true;
  }

  /** Bytes of messages. */
  long memory() {
    return memory;
  }

  private static int[] with(int[] all, int more) {
    var longer = Arrays.copyOf(all, all.length + 1);
    longer[all.length] = more;
    return longer;
  }

  RankCounters counters() {
    return counters;
  }

  /**
   * Makes one step, as far as this rank is concerned; then {@link #serve} must be called until all
   * others have made it, too.
   *
   * @param newNumber of the step, through all repetitions
   */
  void step(int newNumber, MemorySegment from, MemorySegment to, Ledger newLedger) {
    begin(newNumber, from, to, newLedger);
    keep();
    while (missing > 0 || !isSent()) {
      boolean received = receive();
      boolean sentAcross = sendExternal();
      boolean sent = sendInterior();
      if (!received && !sentAcross && !sent) {
        await();
      }
      pulse.run();
    }
  }

  private void begin(int newNumber, MemorySegment from, MemorySegment to, Ledger newLedger) {
    serving = false;
    number = newNumber;
    step = newNumber % moves.steps();
    source = moves.phase(step);
    target = moves.phase(step + 1);
    sourcePart = from;
    targetPart = to;
    ledger = newLedger;
    sourceBlock = moves.block(step, rank);
    targetBlock = moves.block(step + 1, rank);
    missing = moves.bytes(step + 1, rank);
    if (!ledger.isEmpty()) {
      for (int block = 0; block < size; block++) {
        if (ledger.has(number, block)) {
          kept.begin(source, block, target, targetBlock);
          missing -= kept.bytes();
        }
      }
    }
    nextExternal = first + count;
    nextRound = 1;
    externalRank = findExternal();
    interiorRank = findInterior();
    port.begin();
  }

  /** What stays here. */
  private void keep() {
    if (ledger.has(number, sourceBlock)) {
      return;
    }
    kept.begin(source, sourceBlock, target, targetBlock);
    if (kept.bytes() == 0) {
      return;
    }
    long began = System.nanoTime();
    kept.move(sourcePart, targetPart);
    counters.packed(System.nanoTime() - began);
    counters.kept(kept.bytes());
    missing -= kept.bytes();
    ledger.arrived(number, sourceBlock);
  }

  /** The next rank elsewhere that gets something, or -1. */
  private int findExternal() {
    int end = first + size; // round to this cluster again
    while (nextExternal < end) {
      int other = nextExternal++ % size;
      if (!ledger.peerHas(number, other)) {
        external.begin(source, sourceBlock, target, moves.block(step + 1, other));
        if (external.bytes() > 0) {
          return other;
        }
      }
    }
    return -1;
  }

  /** The next rank of this cluster that gets something, or -1. */
  private int findInterior() {
    while (nextRound < count) {
      int other = first + (rank - first + nextRound++) % count;
      if (!ledger.peerHas(number, other)) {
        interior.begin(source, sourceBlock, target, moves.block(step + 1, other));
        if (interior.bytes() > 0) {
          return other;
        }
      }
    }
    return -1;
  }

  private boolean isSent() {
    return externalRank < 0 && interiorRank < 0;
  }

  // ---- sending

  private boolean sendExternal() {
    if (externalRank < 0) {
      return false;
    }
    int peer = gateway ? size + ranks.first(ranks.clusterOf(externalRank)) : above;
    if ((!gateway && !port.isFree(System.nanoTime())) || !fabric.room(peer)) {
      return false;
    }
    send(external, externalRank, peer, !gateway);
    if (external.isDone()) {
      externalRank = findExternal();
    }
    return true;
  }

  private boolean sendInterior() {
    if (interiorRank < 0 || !port.isFree(System.nanoTime()) || !fabric.room(interiorRank)) {
      return false;
    }
    send(interior, interiorRank, interiorRank, true);
    if (interior.isDone()) {
      interiorRank = findInterior();
    }
    return true;
  }

  private void send(CommonElements section, int to, int peer, boolean lan) {
    long began = System.nanoTime();
    var buffer = fabric.begin(peer);
    buffer.set(INT, 0, sourceBlock);
    buffer.set(INT, 4, to);
    buffer.set(INT, 8, number);
    buffer.set(INT, 12, 0);
    buffer.set(LONG, 16, section.done());
    buffer.set(LONG, 24, 0);
    long bytes = section.pack(sourcePart, buffer, Buffers.HEAD, buffers.payload());
    if (port.isEmulated()) {
      fabric.departAt(lan ? port.send(bytes, began) : began);
    }
    fabric.send(peer, Buffers.HEAD + bytes);
    counters.packed(System.nanoTime() - began);
    counters.sent(bytes);
  }

  // ---- receiving

  /** Takes what has come, for a while. */
  private boolean receive() {
    boolean any = false;
    for (int i = 0; i < AT_ONCE; i++) {
      boolean more = false;
      for (int peer : across) {
        more |= takeAcross(peer);
      }
      for (int peer : below) {
        more |= takeBelow(peer);
      }
      if (above >= 0) {
        more |= take(above);
      }
      for (int peer : inside) {
        more |= take(peer);
      }
      if (!more) {
        break;
      }
      any = true;
    }
    return any;
  }

  /**
   * The next chunk. Where others are served, a rank that has passed the barrier may already send
   * what belongs to the next step, which is left for then.
   */
  private @Nullable MemorySegment poll(int peer) {
    @Nullable MemorySegment chunk = fabric.poll(peer);
    return chunk == null || (serving && chunk.get(INT, 8) != number) ? null : chunk;
  }

  /** A chunk for this rank. */
  private boolean take(int peer) {
    @Nullable MemorySegment chunk = poll(peer);
    if (chunk == null) {
      return false;
    }
    unpack(chunk);
    fabric.release(peer);
    return true;
  }

  /** A chunk from a rank of this cluster for another one. */
  private boolean takeBelow(int peer) {
    @Nullable MemorySegment chunk = poll(peer);
    if (chunk == null) {
      return false;
    }
    int barrier = size + ranks.first(ranks.clusterOf(receiver(chunk)));
    return fabric.room(barrier) && forward(chunk, peer, barrier, false);
  }

  /** A chunk from another cluster, for this rank or for one of its cluster. */
  private boolean takeAcross(int peer) {
    @Nullable MemorySegment chunk = poll(peer);
    if (chunk == null) {
      return false;
    }
    int receiver = receiver(chunk);
    if (receiver == rank) {
      unpack(chunk);
      fabric.release(peer);
      return true;
    }
    return port.isFree(System.nanoTime())
        && fabric.room(size + receiver)
        && forward(chunk, peer, size + receiver, true);
  }

  private int receiver(MemorySegment chunk) {
    int receiver = chunk.byteSize() < Buffers.HEAD ? -1 : chunk.get(INT, 4);
    if (receiver < 0 || receiver >= size) {
      throw new RunFailure("rank %d got bytes that are no chunk".formatted(rank));
    }
    return receiver;
  }

  private boolean forward(MemorySegment chunk, int from, int to, boolean lan) {
    long bytes = chunk.byteSize();
    long came = fabric.arrived();
    MemorySegment.copy(chunk, 0, fabric.begin(to), 0, bytes);
    fabric.release(from);
    if (port.isEmulated()) {
      fabric.departAt(lan ? port.forward(bytes - Buffers.HEAD, came) : came);
    }
    fabric.send(to, bytes);
    counters.forwarded(bytes - Buffers.HEAD);
    return true;
  }

  private void unpack(MemorySegment chunk) {
    long began = System.nanoTime();
    int from = receiver(chunk) == rank ? chunk.get(INT, 0) : -1;
    long bytes = chunk.byteSize() - Buffers.HEAD;
    long offset = chunk.get(LONG, 16);
    if (from < 0 || from >= size || chunk.get(INT, 8) != number) {
      throw new RunFailure(
          "rank %d got a chunk of block %d in step %d for rank %d, expected step %d"
              .formatted(rank, from, chunk.get(INT, 8), receiver(chunk), number));
    }
    int place = find(from, offset);
    var section = coming[place];
    if (offset != section.done() || bytes > section.bytes() - offset) {
      throw new RunFailure(
          "rank %d got %d bytes of block %d at %d, expected them at %d of %d"
              .formatted(rank, bytes, from, offset, section.done(), section.bytes()));
    }
    long taken = section.unpack(chunk, Buffers.HEAD, bytes, targetPart);
    missing -= taken;
    counters.received(taken);
    if (section.isDone()) {
      boolean near = ranks.clusterOf(moves.rank(step, from)) == cluster;
      counters.came(near, section.bytes());
      comings--;
      coming[place] = coming[comings];
      coming[comings] = section;
      ledger.arrived(number, from);
    }
    counters.unpacked(System.nanoTime() - began);
  }

  /** The message that a block sends; a new one if its first bytes have come. */
  private int find(int from, long offset) {
    for (int i = 0; i < comings; i++) {
      if (coming[i].from() == from) {
        return i;
      }
    }
    if (offset != 0) {
      throw new RunFailure(
          "rank %d got block %d from %d on, expected its beginning".formatted(rank, from, offset));
    }
    if (comings == coming.length) {
      coming = Arrays.copyOf(coming, comings + 1);
      coming[comings] = section();
    }
    coming[comings].begin(source, from, target, targetBlock);
    return comings++;
  }

  // ---- waiting

  private void await() {
    long began = System.nanoTime();
    long most = PATIENCE;
    if (port.isEmulated()) {
      if (port.isFree(began)) {
        port.rest();
      } else {
        most = Math.max(1_000, port.free() - began);
      }
    }
    fabric.await(most);
    counters.waited(System.nanoTime() - began);
  }

  /** Passes on what others send each other until all have come to the barrier. */
  void serve(Barrier barrier) {
    serving = true;
    while (!barrier.poll()) {
      if (!gateway) {
        barrier.await();
      } else if (!receive()) {
        long now = System.nanoTime();
        if (port.isEmulated() && !port.isFree(now)) {
          fabric.await(port.free() - now);
        } else {
          port.rest();
          fabric.await(barrier.patience());
        }
      }
    }
  }
}
