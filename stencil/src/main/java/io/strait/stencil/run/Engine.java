package io.strait.stencil.run;

import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.CellMath;
import io.strait.stencil.plan.RankLayout;
import io.strait.stencil.plan.Rect;
import io.strait.stencil.plan.TileVersions;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.time.NanoClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * One rank of a stencil. Tiles, ghosts and routes each have a version, the iteration they hold. One
 * rule moves them all: a tile may go from version v to v + 1 when everything that touches it has
 * version v at least. It then overwrites its version v − 1, which nobody needs any more. A ghost
 * advances by a message, a route by sending one.
 *
 * <p>So latency hides by itself: where both sides of a gap compute a band of columns, an arriving
 * border lets the whole diagonal behind it advance, and the near end of the band is ahead of the
 * far end by as many versions as it has columns.
 *
 * <p>A message is a list of entries: the number of the receiver's ghost, its version (four bytes
 * each), its cells; its first eight bytes are its length.
 */
final class Engine {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int HEAD = RankLayout.HEAD;

  /** The bit of a length that says that no more will come, and that no more is needed. */
  private static final long LAST = 1L << 62;

  private static final long PATIENCE = 50_000_000;

  /** Columns that are computed at a time before time counts. */
  private static final int WARM = 64;

  private final RankLayout layout;
  private final StencilApp app;
  private final Strategy strategy;
  private final int depth;
  private final Fabric fabric;
  private final Coordination coordination;
  private final PacedClock clock;
  private final NanoClock time;
  private final Meter meter = new Meter();
  private final Field field;
  private final TileVersions parts;
  private final Snapshots snapshots;
  private final RankSweep sweep;
  private final long first;
  private final IterationSchedule schedule;
  private final long[] bounds = new long[4];
  private final SteadyTimer steady;
  private final long linger;
  private volatile long progress;

  // By peer.
  private final boolean[] silent;
  private final @Nullable MemorySegment[] outgoing;
  private final long[] written;
  private final int[] peerOf;
  private final GhostQueue early;

  /**
   * What one rank computes.
   *
   * @param depth iterations between exchanges of a deep halo; 1 for other strategies
   * @param from where to begin
   */
  record Task(
      RankLayout layout,
      StencilApp app,
      Strategy strategy,
      int depth,
      Kernel kernel,
      Checkpoint from) {}

  Engine(Arena arena, Task task, Fabric fabric, Coordination coordination, PacedClock clock) {
    this.layout = task.layout;
    this.time = clock.timeSource();
    this.steady = new SteadyTimer(layout.period(), time);
    this.app = task.app;
    this.strategy = task.strategy;
    this.depth = strategy == Strategy.DEEP_HALO ? task.depth : 1;
    this.fabric = fabric;
    this.coordination = coordination;
    this.clock = clock;
    this.first = task.from.iteration();
    this.schedule = IterationSchedule.of(app);
    this.field = new Field(arena, layout.inner(), layout.halo(), app.type().bytes());
    this.parts = TileVersions.of(layout, app, strategy);
    this.linger = layout.linger();
    this.snapshots = new Snapshots(arena, layout, app, field, coordination);
    this.sweep = new RankSweep(task.kernel, app, layout.inner(), field, depth);
    int peers = layout.peers().size();
    this.early = new GhostQueue(arena, layout, app.type().bytes());
    this.silent = new boolean[peers];
    this.outgoing = new MemorySegment[peers];
    this.written = new long[peers];
    this.peerOf = new int[fabric.size()];
    for (int i = 0; i < peers; i++) {
      var peer = layout.peers().get(i);
      peerOf[peer.rank()] = i;
      fabric.open(peer.rank(), peer.bytes(), peer.ahead());
    }
    new InitialCells(task.kernel, task.from).fill(field, app);
  }

  /**
   * Computes cells of the first iteration for a while, and so again later: the code is to be
   * compiled before time counts.
   */
  void warmUp(long nanos) {
    var inner = layout.inner();
    int last = Math.min(inner.x1(), inner.x0() + WARM);
    var some = sweep.inDomain(new Rect(inner.x0(), inner.y0(), last, inner.y1()));
    long until = System.nanoTime() + nanos;
    do {
      sweep.once(some, 1);
    } while (System.nanoTime() < until);
  }

  /** Computes until the run's last iteration. Time counts from now on. */
  StencilOutcome.Rank run() {
    meter.begin();
    clock.begin();
    if (strategy == Strategy.LHRP) {
      cycles();
    } else {
      flow();
    }
    for (int peer = 0; peer < outgoing.length; peer++) {
      if (open(peer)) {
        flush(peer, true);
      }
    }
    clock.catchUp();
    snapshots.end(first, reached());
    return new StencilOutcome.Rank(
        fabric.rank(), meter, field.memory(), clock.late(), steady.seconds());
  }

  /** The iteration that all tiles have reached, counted from the first. */
  private long reached() {
    return iterationOf(parts.lowest());
  }

  private boolean isDone() {
    long now = reached();
    progress = first + now;
    coordination.exchange(progress);
    steady.reached(now, coordination.last() - first);
    return now >= coordination.last() - first && parts.isServed(parts.lowest());
  }

  /** The iteration that this rank has done; any thread may ask. */
  long progress() {
    return progress;
  }

  /** The iteration that a version holds. A deep halo has a version for every exchange. */
  private long iterationOf(int version) {
    return depth == 1 ? version : bounds[version & 3];
  }

  /** Where the next exchange of a deep halo is: no later than anything that is due. */
  private long next(long iteration) {
    long next = Math.min(iteration + depth, coordination.last() - first);
    return Math.min(next, schedule.next(first + iteration) - first);
  }

  /** Whenever anything can advance, it does. */
  private void flow() {
    long idleSince = 0;
    while (!isDone()) {
      boolean moved = false;
      for (int peer = 0; peer < outgoing.length; peer++) {
        if (drain(peer)) {
          if (idleSince != 0) {
            waited(peer, idleSince);
            idleSince = 0;
          }
          moved = true;
        }
      }
      moved |= takeEarly();
      moved |= advanceFirstDue();
      if (moved) {
        idleSince = 0;
      } else if (!isDone()) {
        idleSince = idleSince == 0 ? time.nanos() : idleSince;
        fabric.await(coordination.permitted() < coordination.last() ? 1_000_000 : PATIENCE);
      }
    }
  }

  /**
   * Paper <em>lhrp</em>'s rule: in every cycle each tile advances at most once, by what was known
   * at the cycle's beginning; then there is a message from every neighbour in the cluster, even if
   * it has no news. Borders from beyond a gap are taken as they come.
   */
  private void cycles() {
    var known = new int[parts.versions().length];
    while (!isDone()) {
      clock.catchUp(); // or what has come there would be missed here, and wait for a cycle
      listen();
      takeEarly();
      System.arraycopy(parts.versions(), 0, known, 0, known.length);
      // All that is sent lies in the tiles that come first.
      boolean moved = advance(0, layout.early(), known);
      for (int peer = 0; peer < outgoing.length; peer++) {
        if (isNear(peer)) {
          open(peer);
        }
        flush(peer, false);
      }
      moved |= advance(layout.early(), parts.tiles(), known);
      if (isDone()) {
        break;
      }
      boolean alone = true;
      for (int peer = 0; peer < outgoing.length; peer++) {
        if (isNear(peer)) {
          alone = false;
          long since = time.nanos();
          while (!drain(peer)) {
            listen();
            fabric.await(PATIENCE);
          }
          waited(peer, since);
        }
      }
      if (alone && !moved) {
        fabric.await(1_000_000);
      }
    }
  }

  /** Whether a peer takes part in the cycles. */
  private boolean isNear(int peer) {
    return !layout.peers().get(peer).far() && !silent[peer];
  }

  private void waited(int peer, long since) {
    meter.add(
        layout.peers().get(peer).far() ? Meter.Kind.GAP : Meter.Kind.LAN, since, time.nanos());
  }

  /**
   * Advances the tiles that can and are due first, or as many as there is time for; whether there
   * was one. A border that has come lets a diagonal of a band advance: if later ones came before
   * earlier ones, what the rank delivers would have to wait for all of them.
   */
  private boolean advanceFirstDue() {
    long until = clock.now() + linger;
    long limit = limit();
    int[] known = parts.versions();
    int due = Integer.MAX_VALUE;
    for (int tile = 0; tile < parts.tiles(); tile++) {
      if (parts.due(tile) < due && mayAdvance(tile, known, limit)) {
        due = parts.due(tile);
      }
    }
    for (int tile = 0; due < Integer.MAX_VALUE && tile < parts.tiles(); tile++) {
      if (tile == layout.early()) {
        flush();
      }
      if (parts.due(tile) == due && mayAdvance(tile, known, limit)) {
        advance(tile);
        if (clock.now() - until >= 0) {
          break;
        }
      }
    }
    flush();
    return due < Integer.MAX_VALUE;
  }

  /** Advances each tile that can, once; whether there was one. */
  private boolean advance(int from, int to, int[] known) {
    long limit = limit();
    boolean moved = false;
    for (int tile = from; tile < to; tile++) {
      if (mayAdvance(tile, known, limit)) {
        advance(tile);
        moved = true;
      }
    }
    return moved;
  }

  private long limit() {
    return Math.min(coordination.permitted(), coordination.last()) - first;
  }

  private boolean mayAdvance(int tile, int[] known, long limit) {
    return iterationOf(parts.versions()[tile]) < limit && parts.isReady(tile, known);
  }

  private void advance(int tile) {
    int version = parts.versions()[tile];
    compute(tile, version);
    parts.versions()[tile] = version + 1;
    reached(tile);
  }

  private void compute(int tile, int version) {
    long began = clock.now();
    var rect = layout.tiles().get(tile);
    long cells = 0;
    if (strategy == Strategy.DEEP_HALO) {
      long from = iterationOf(version);
      int steps = (int) (next(from) - from);
      bounds[(version + 1) & 3] = from + steps;
      cells = sweep.deep(from, steps);
    } else {
      cells = sweep.once(rect, version + 1L);
    }
    clock.computed(cells);
    meter.add(Meter.Kind.COMPUTE, began, clock.now());
  }

  /** Lets all know that a tile has advanced: routes, repeated cells, snapshots. */
  private void reached(int tile) {
    int version = parts.versions()[tile];
    snapshots.reached(layout.tiles().get(tile), first, iterationOf(version));
    for (int route : parts.routesOf(tile)) {
      if (parts.isRouteReady(route)) {
        pack(route);
      }
    }
    for (int ghost : parts.repeatsNear(tile)) {
      while (parts.isRepeatReady(ghost)) {
        int next = parts.ghostVersion(ghost) + 1;
        var repeated = layout.ghosts().get(ghost);
        field.copy(iterationOf(next), repeated.from(), repeated.rect());
        parts.ghostReached(ghost);
      }
    }
  }

  // ---- messages

  /** Begins a message, unless one has begun; false if the other needs no more. */
  private boolean open(int peer) {
    if (outgoing[peer] == null && !silent[peer]) {
      int to = layout.peers().get(peer).rank();
      if (fabric.room(to) || waitForRoom(peer, to)) {
        outgoing[peer] = fabric.begin(to);
        written[peer] = HEAD;
      }
    }
    return outgoing[peer] != null;
  }

  /**
   * Listens meanwhile, because the other may be waiting for room as well; false if it tells that it
   * needs no more.
   */
  private boolean waitForRoom(int peer, int to) {
    long since = time.nanos();
    while (!silent[peer] && !fabric.room(to)) {
      if (!listen()) {
        fabric.await(PATIENCE);
      }
    }
    waited(peer, since);
    return !silent[peer];
  }

  private void pack(int route) {
    var of = layout.routes().get(route);
    int peer = peerOf[of.to()];
    int version = parts.routeReached(route);
    open(peer);
    var out = outgoing[peer];
    if (out == null) {
      return; // the other is done
    }
    long at = written[peer];
    out.set(INT, at, of.ghost());
    out.set(INT, at + 4, version);
    at = field.pack(iterationOf(version), of.rect(), out, at + HEAD);
    written[peer] = CellMath.padded(at);
  }

  private void flush() {
    for (int peer = 0; peer < outgoing.length; peer++) {
      flush(peer, false);
    }
  }

  private void flush(int peer, boolean last) {
    var out = outgoing[peer];
    if (out == null) {
      return;
    }
    out.set(LONG, 0, written[peer] | (last ? LAST : 0));
    outgoing[peer] = null;
    fabric.departAt(clock.now());
    fabric.send(layout.peers().get(peer).rank(), written[peer]);
  }

  /** Takes whatever messages are not awaited one by one; returns whether there was any. */
  private boolean listen() {
    boolean taken = false;
    for (int peer = 0; peer < outgoing.length; peer++) {
      if (strategy != Strategy.LHRP || layout.peers().get(peer).far()) {
        taken |= drain(peer);
      }
    }
    return taken;
  }

  /** Takes the messages from a peer; returns whether there was any. */
  private boolean drain(int peer) {
    int from = layout.peers().get(peer).rank();
    boolean taken = false;
    while (true) {
      var message = fabric.poll(from);
      if (message == null) {
        return taken;
      }
      clock.arrived(fabric.arrived());
      long length = message.get(LONG, 0);
      silent[peer] |= (length & LAST) != 0;
      length &= ~LAST;
      long at = HEAD;
      while (at < length) {
        int ghost = message.get(INT, at);
        int version = message.get(INT, at + 4);
        long cells = layout.ghosts().get(ghost).rect().cells();
        if (!early.has(ghost) && parts.isGhostReady(ghost, version)) {
          take(ghost, message, at + HEAD);
        } else {
          early.keep(ghost, message, at + HEAD);
        }
        at = CellMath.padded(at + HEAD + cells * field.bytes());
      }
      fabric.release(from);
      taken = true;
      if (strategy == Strategy.LHRP && !layout.peers().get(peer).far()) {
        return true; // one message a cycle
      }
    }
  }

  private void take(int ghost, MemorySegment from, long at) {
    int next = parts.ghostVersion(ghost) + 1;
    field.unpack(iterationOf(next), layout.ghosts().get(ghost).rect(), from, at);
    parts.ghostReached(ghost);
  }

  /** Takes what came early and can be taken now; returns whether there was anything. */
  private boolean takeEarly() {
    boolean taken = false;
    for (int ghost = 0; !early.isEmpty() && ghost < layout.ghosts().size(); ghost++) {
      while (early.has(ghost) && parts.isGhostReady(ghost, parts.ghostVersion(ghost) + 1)) {
        take(ghost, early.take(ghost), 0);
        taken = true;
      }
    }
    return taken;
  }
}
