package io.strait.stencil.run;

import io.strait.kind.rank.MasterLink;
import io.strait.kind.rank.Payload;
import io.strait.model.Grid;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.stencil.plan.RankMatrix;
import io.strait.transport.fabric.ControlMessage;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** A rank in a process of its own, led by a {@link StencilProtocol} elsewhere. */
public final class StencilNode implements Coordination {
  private final Fabric fabric;
  private final MasterLink master;
  private final StencilApp app;
  private final Grid grid;
  private final Kernel kernel;
  private long permitted;
  private long last;
  private boolean started;
  private boolean ended;

  /**
   * @param fabric to other ranks
   * @param hub the part of it that knows the master
   */
  public StencilNode(Fabric fabric, GapFabric hub, Grid grid, StencilApp app, Kernel kernel) {
    this.fabric = fabric;
    this.master = new MasterLink(fabric, hub, this::received);
    this.grid = grid;
    this.app = app;
    this.kernel = kernel;
  }

  /** Runs until the master says that all is done. */
  public void run() {
    var begin = StencilMessages.Begin.of(master.await(StencilMessages.BEGIN));
    permitted = begin.permitted();
    last = begin.last();
    var matrix = RankMatrix.of(app, grid);
    var decomposition = Bands.decomposition(app, matrix, begin.strategy(), begin.band());
    try (var arena = Arena.ofConfined();
        var whole = Arena.ofConfined()) {
      @Nullable MemorySegment cells = begin.whole() == 0 ? null : whole(whole, begin.whole());
      double cost = decomposition.blocks().get(fabric.rank()).rank().secondsPerCell();
      var clock = new PacedClock(begin.scale() == 0 ? 0 : cost / begin.scale());
      var engine =
          new Engine(
              arena,
              new Engine.Task(
                  LayoutBuilder.of(decomposition, begin.strategy(), begin.depth())
                      .get(fabric.rank()),
                  app,
                  begin.strategy(),
                  begin.depth(),
                  kernel,
                  new Checkpoint(begin.first(), cells)),
              fabric,
              this,
              clock);
      if (begin.scale() > 0) {
        engine.warmUp(StencilRun.WARM_UP);
      }
      master.send(StencilMessages.READY, Payload.EMPTY);
      master.await(() -> started);
      master.send(StencilMessages.DONE, StencilMessages.done(engine.run()));
      master.await(() -> ended);
    }
  }

  private MemorySegment whole(Arena arena, long bytes) {
    var cells = arena.allocate(bytes, 64);
    for (long come = 0; come < bytes; ) {
      byte[] part = master.await(StencilMessages.WHOLE);
      long at = Payload.wrap(part).getLong();
      MemorySegment.copy(part, 8, cells, ValueLayout.JAVA_BYTE, at, part.length - 8);
      come += part.length - 8;
    }
    return cells;
  }

  private boolean received(ControlMessage message) {
    switch (message.kind()) {
      case StencilMessages.START -> started = true;
      case StencilMessages.END -> ended = true;
      case StencilMessages.PERMIT -> {
        var from = Payload.wrap(message.payload());
        permitted = from.getLong();
        last = from.getLong();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  public void exchange(long progress) {
    master.listen(() -> ended);
    if (master.isReportDue()) {
      master.send(StencilMessages.PROGRESS, Payload.longs(progress));
    }
  }

  @Override
  public long permitted() {
    return permitted;
  }

  @Override
  public long last() {
    return last;
  }

  @Override
  public void changed(long iteration, double most) {
    master.send(
        StencilMessages.CHANGED, Payload.longs(iteration, Double.doubleToRawLongBits(most)));
  }

  @Override
  public void snapshot(long iteration, MemorySegment cells, long bytes) {
    for (long at = 0; at < bytes; at += StencilMessages.CHUNK) {
      int length = (int) Math.min(StencilMessages.CHUNK, bytes - at);
      var to = new byte[16 + length];
      Payload.wrap(to).putLong(iteration).putLong(at);
      MemorySegment.copy(cells, ValueLayout.JAVA_BYTE, at, to, 16, length);
      master.send(StencilMessages.CELLS, to);
    }
  }
}
