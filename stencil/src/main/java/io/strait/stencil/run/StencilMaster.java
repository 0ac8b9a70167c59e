package io.strait.stencil.run;

import io.strait.kind.run.RunFailure;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.Hub;
import io.strait.transport.fabric.HubListener;
import io.strait.transport.fabric.RankBarriers;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stencil whose ranks are processes that join over a {@link Hub}. */
public final class StencilMaster implements StencilJob, HubListener, AutoCloseable {
  /**
   * @param run its name, which ranks must know
   * @param guard says why a token is not good enough, or null
   * @param delays of messages across gaps, to be emulated
   * @param scale how many times faster than the plan says hosts compute; 0 for as fast as they can
   */
  public record Options(
      InetSocketAddress listen,
      @Nullable Identity identity,
      String run,
      Function<String, @Nullable String> guard,
      Strategy strategy,
      int depth,
      Delays delays,
      double scale) {}

  /** The cells of one rank that are on their way. */
  private static final class Coming {
    private final MemorySegment cells;
    private long bytes;

    Coming(MemorySegment cells) {
      this.cells = cells;
    }
  }

  private final Decomposition decomposition;
  private final Options options;
  private final Council council;
  private final Hub hub;
  private final int ranks;
  private final @Nullable RankOutcome[] outcomes;
  private final long[] progress;
  private final Map<Long, Coming> coming = new HashMap<>();
  private final RankBarriers barriers;
  private final RankBarriers.Barrier joined;
  private final RankBarriers.Barrier ready;
  private final RankBarriers.Barrier done;
  private volatile long began;

  /**
   * Opens the port.
   *
   * @throws IOException if that cannot be done
   */
  public StencilMaster(Decomposition decomposition, Options options, Sink sink) throws IOException {
    this.decomposition = decomposition;
    this.options = options;
    this.ranks = decomposition.blocks().size();
    this.council = new Council(decomposition, sink, 0);
    this.outcomes = new RankOutcome[ranks];
    this.progress = new long[ranks];
    this.barriers = new RankBarriers(ranks, RunFailure::new);
    this.joined = barriers.barrier();
    this.ready = barriers.barrier();
    this.done = barriers.barrier();
    this.hub =
        new Hub(
            new Hub.Options(
                options.listen,
                options.identity,
                options.run,
                ranks,
                options.guard,
                options.delays),
            this);
  }

  /** The port, also where any free one was asked for. */
  public int port() {
    return hub.port();
  }

  @Override
  public Outcome run(@Nullable MemorySegment whole, long first) {
    council.begin(first);
    joined.await();
    var begin =
        new Words.Begin(
            options.strategy,
            decomposition.band() == 0 && options.strategy == Strategy.DEEP_HALO
                ? options.depth
                : decomposition.band(),
            options.depth,
            options.scale,
            first,
            council.permitted(),
            council.last(),
            whole == null ? 0 : whole.byteSize());
    for (int rank = 0; rank < ranks; rank++) {
      hub.send(rank, Words.BEGIN, begin.bytes());
      if (whole != null) {
        send(rank, whole);
      }
    }
    ready.await();
    long start = System.nanoTime();
    began = start;
    tellAll(Words.START, new byte[0]);
    done.await();
    long end = System.nanoTime();
    tellAll(Words.END, new byte[0]);
    return new Outcome(
        council.last(), (end - start) * 1e-9, Arrays.stream(outcomes).map(o -> of(o)).toList());
  }

  private static RankOutcome of(@Nullable RankOutcome outcome) {
    if (outcome == null) {
      throw new IllegalStateException("a rank has no outcome");
    }
    return outcome;
  }

  private void send(int rank, MemorySegment whole) {
    for (long at = 0; at < whole.byteSize(); at += Words.CHUNK) {
      int length = (int) Math.min(Words.CHUNK, whole.byteSize() - at);
      var to = new byte[8 + length];
      Words.wrap(to).putLong(at);
      MemorySegment.copy(whole, ValueLayout.JAVA_BYTE, at, to, 8, length);
      hub.send(rank, Words.WHOLE, to);
    }
  }

  private void tellAll(byte kind, byte[] payload) {
    for (int rank = 0; rank < ranks; rank++) {
      hub.send(rank, kind, payload);
    }
  }

  /** Ends the run with a reason. */
  public void fail(String why) {
    barriers.fail(why);
  }

  @Override
  public long progress() {
    return Arrays.stream(progress).min().orElse(0);
  }

  @Override
  public void stop() {
    fail("the run was stopped after iteration " + progress());
    hub.lost(0, "the run was stopped");
  }

  @Override
  public long began() {
    return began;
  }

  // ---- one thread of the hub

  @Override
  public void joined(int rank) {
    joined.arrive();
  }

  @Override
  public void received(int rank, byte kind, byte[] payload) {
    var from = Words.wrap(payload);
    switch (kind) {
      case Words.READY -> ready.arrive();
      case Words.PROGRESS -> progress[rank] = from.getLong();
      case Words.CHANGED -> changed(from.getLong(), from.getDouble());
      case Words.CELLS -> cells(rank, from.getLong(), from.getLong(), payload);
      case Words.DONE -> {
        long memory = from.getLong();
        long late = from.getLong();
        double settled = from.getDouble();
        outcomes[rank] = new RankOutcome(rank, Meter.read(from), memory, late, settled);
        done.arrive();
      }
      default -> hub.lost(rank, "it says what nobody understands");
    }
  }

  private void changed(long iteration, double most) {
    long permitted = council.permitted();
    long last = council.last();
    council.changed(iteration, most);
    if (permitted != council.permitted() || last != council.last()) {
      tellAll(Words.PERMIT, Words.longs(council.permitted(), council.last()));
    }
  }

  private void cells(int rank, long iteration, long at, byte[] payload) {
    var owned = decomposition.blocks().get(rank).owns();
    long all = owned.cells() * decomposition.app().type().bytes();
    int length = payload.length - 16;
    if (at < 0 || at + length > all) {
      hub.lost(rank, "it sent cells that it does not own");
      return;
    }
    long key = iteration * ranks + rank;
    var to = coming.computeIfAbsent(key, k -> new Coming(Arena.ofAuto().allocate(all, 64)));
    MemorySegment.copy(payload, 16, to.cells, ValueLayout.JAVA_BYTE, at, length);
    to.bytes += length;
    if (to.bytes == all) {
      coming.remove(key);
      try {
        council.snapshot(rank, iteration, to.cells);
      } catch (RuntimeException e) {
        fail(String.valueOf(e.getMessage()));
        hub.lost(rank, String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  public void ended(int rank) {}

  @Override
  public void lost(int rank, String why) {
    var of = decomposition.blocks().get(rank).rank();
    fail("rank %d on host %s is lost: %s".formatted(rank, of.host(), why));
  }

  @Override
  public void close() {
    hub.close();
  }
}
