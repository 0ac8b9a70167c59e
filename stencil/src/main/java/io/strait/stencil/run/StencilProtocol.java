package io.strait.stencil.run;

import io.strait.kind.rank.Payload;
import io.strait.kind.rank.RankMaster;
import io.strait.kind.rank.RankProtocol;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.transport.fabric.Delays;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the master of a stencil leads ranks that are processes. */
public final class StencilProtocol implements RankProtocol<StencilOutcome> {
  /** The cells of one rank that are on their way. */
  private static final class Incoming {
    private final MemorySegment cells;
    private long bytes;

    Incoming(MemorySegment cells) {
      this.cells = cells;
    }
  }

  private final Decomposition decomposition;
  private final StencilRun.Options options;
  private final Checkpoint from;
  private final Coordinator coordinator;
  private final List<String> hosts;
  private final StencilOutcome.@Nullable Rank[] outcomes;
  private final long[] progress;
  private final Map<Long, Incoming> incoming = new HashMap<>();

  public StencilProtocol(
      Decomposition decomposition, StencilRun.Options options, CellSink sink, Checkpoint from) {
    this.decomposition = decomposition;
    this.options = options;
    this.from = from;
    this.coordinator = new Coordinator(decomposition, sink, 0, from.iteration());
    this.hosts = StencilRun.hosts(decomposition);
    this.outcomes = new StencilOutcome.Rank[hosts.size()];
    this.progress = new long[hosts.size()];
  }

  @Override
  public List<String> hosts() {
    return hosts;
  }

  @Override
  public Delays delays() {
    return options.delays();
  }

  @Override
  public void begin(RankMaster<StencilOutcome> master) {
    @Nullable MemorySegment cells = from.cells();
    var begin =
        new StencilMessages.Begin(
            options.strategy(),
            decomposition.band() == 0 && options.strategy() == Strategy.DEEP_HALO
                ? options.depth()
                : decomposition.band(),
            options.depth(),
            options.timeScale(),
            from.iteration(),
            coordinator.permitted(),
            coordinator.last(),
            cells == null ? 0 : cells.byteSize());
    for (int rank = 0; rank < hosts.size(); rank++) {
      master.send(rank, StencilMessages.BEGIN, begin.bytes());
      if (cells != null) {
        send(master, rank, cells);
      }
    }
  }

  private static void send(RankMaster<StencilOutcome> master, int rank, MemorySegment cells) {
    for (long at = 0; at < cells.byteSize(); at += StencilMessages.CHUNK) {
      int length = (int) Math.min(StencilMessages.CHUNK, cells.byteSize() - at);
      var to = new byte[8 + length];
      Payload.wrap(to).putLong(at);
      MemorySegment.copy(cells, ValueLayout.JAVA_BYTE, at, to, 8, length);
      master.send(rank, StencilMessages.WHOLE, to);
    }
  }

  @Override
  public void start(RankMaster<StencilOutcome> master) {
    master.begins();
    master.sendAll(StencilMessages.START, Payload.EMPTY);
  }

  @Override
  public StencilOutcome finish(RankMaster<StencilOutcome> master) {
    long end = System.nanoTime();
    master.sendAll(StencilMessages.END, Payload.EMPTY);
    return new StencilOutcome(
        coordinator.last(),
        (end - master.began()) * 1e-9,
        Arrays.stream(outcomes).map(Objects::requireNonNull).toList());
  }

  @Override
  public long progress() {
    return Arrays.stream(progress).min().orElse(0);
  }

  @Override
  public String stopReason() {
    return "the run was stopped after iteration " + progress();
  }

  @Override
  public boolean received(
      RankMaster<StencilOutcome> master, int rank, byte kind, ByteBuffer payload) {
    switch (kind) {
      case StencilMessages.READY -> master.prepared();
      case StencilMessages.PROGRESS -> progress[rank] = payload.getLong();
      case StencilMessages.CHANGED -> changed(master, payload.getLong(), payload.getDouble());
      case StencilMessages.CELLS -> cells(master, rank, payload);
      case StencilMessages.DONE -> {
        outcomes[rank] = StencilMessages.done(rank, payload);
        master.done();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void changed(RankMaster<StencilOutcome> master, long iteration, double most) {
    long permitted = coordinator.permitted();
    long last = coordinator.last();
    coordinator.changed(iteration, most);
    if (permitted != coordinator.permitted() || last != coordinator.last()) {
      master.sendAll(
          StencilMessages.PERMIT, Payload.longs(coordinator.permitted(), coordinator.last()));
    }
  }

  private void cells(RankMaster<StencilOutcome> master, int rank, ByteBuffer payload) {
    long iteration = payload.getLong();
    long at = payload.getLong();
    int length = payload.remaining();
    var owned = decomposition.blocks().get(rank).owns();
    long all = owned.cells() * decomposition.app().type().bytes();
    if (at < 0 || at + length > all) {
      master.lose(rank, "it sent cells that it does not own");
      return;
    }
    long key = iteration * hosts.size() + rank;
    var to = incoming.computeIfAbsent(key, k -> new Incoming(Arena.ofAuto().allocate(all, 64)));
    MemorySegment.copy(MemorySegment.ofBuffer(payload), 0, to.cells, at, length);
    to.bytes += length;
    if (to.bytes == all) {
      incoming.remove(key);
      try {
        coordinator.snapshot(rank, iteration, to.cells);
      } catch (RuntimeException e) {
        master.fail(String.valueOf(e.getMessage()));
        master.lose(rank, String.valueOf(e.getMessage()));
      }
    }
  }
}
