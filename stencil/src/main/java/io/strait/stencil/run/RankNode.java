package io.strait.stencil.run;

import io.strait.kind.run.RunFailure;
import io.strait.model.Grid;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.Layouts;
import io.strait.stencil.plan.RankMatrix;
import io.strait.transport.fabric.ControlMessage;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** A rank in a process of its own, led by a {@link StencilMaster} elsewhere. */
public final class RankNode implements Steering {
  private static final long TELL = 200_000_000;
  private static final long PATIENCE = 50_000_000;

  private final Fabric fabric;
  private final GapFabric hub;
  private final StencilApp app;
  private final Grid grid;
  private final Kernel kernel;
  private @Nullable Engine engine;
  private long permitted;
  private long last;
  private long told;
  private boolean started;
  private boolean ended;

  /**
   * @param fabric to other ranks
   * @param hub the part of it that knows the master
   */
  public RankNode(Fabric fabric, GapFabric hub, Grid grid, StencilApp app, Kernel kernel) {
    this.fabric = fabric;
    this.hub = hub;
    this.grid = grid;
    this.app = app;
    this.kernel = kernel;
  }

  /** Runs until the master says that all is done. */
  public void run() {
    var begin = Words.Begin.of(await(Words.BEGIN).payload());
    permitted = begin.permitted();
    last = begin.last();
    var matrix = RankMatrix.of(app, grid);
    var decomposition = Bands.decomposition(app, matrix, begin.strategy(), begin.band());
    try (var arena = Arena.ofConfined();
        var whole = Arena.ofConfined()) {
      @Nullable MemorySegment cells = begin.whole() == 0 ? null : whole(whole, begin.whole());
      var meter = new Meter();
      double cost = decomposition.blocks().get(fabric.rank()).rank().secondsPerCell();
      var pace = new Pace(begin.scale() == 0 ? 0 : cost / begin.scale());
      var made =
          new Engine(
              arena,
              Layouts.of(decomposition, begin.strategy(), begin.depth()).get(fabric.rank()),
              app,
              begin.strategy(),
              begin.depth(),
              fabric,
              kernel,
              new Start(kernel, cells),
              begin.first(),
              this,
              pace,
              meter);
      engine = made;
      if (begin.scale() > 0) {
        made.warmUp(StencilRun.WARM_UP);
      }
      hub.sendControl(Words.READY, new byte[0]);
      while (!started) {
        listen(true);
      }
      meter.begin();
      pace.begin();
      made.run();
      hub.sendControl(Words.DONE, done(meter, made, pace));
      while (!ended) {
        listen(true);
      }
    }
  }

  private MemorySegment whole(Arena arena, long bytes) {
    var cells = arena.allocate(bytes, 64);
    for (long come = 0; come < bytes; ) {
      byte[] part = await(Words.WHOLE).payload();
      long at = Words.wrap(part).getLong();
      MemorySegment.copy(part, 8, cells, ValueLayout.JAVA_BYTE, at, part.length - 8);
      come += part.length - 8;
    }
    return cells;
  }

  private static byte[] done(Meter meter, Engine engine, Pace pace) {
    var bytes = new byte[24 + meter.bytes()];
    var to = Words.wrap(bytes);
    to.putLong(engine.memory()).putLong(pace.late()).putDouble(engine.settledSeconds());
    meter.write(to);
    return bytes;
  }

  private ControlMessage await(byte kind) {
    while (true) {
      @Nullable ControlMessage message = hub.pollControl();
      if (message == null) {
        fabric.await(PATIENCE);
      } else if (message.kind() == kind) {
        return message;
      } else {
        take(message);
      }
    }
  }

  private void listen(boolean wait) {
    @Nullable ControlMessage message = hub.pollControl();
    while (message != null) {
      take(message);
      message = hub.pollControl();
    }
    if (wait) {
      fabric.await(PATIENCE / 10);
    }
  }

  private void take(ControlMessage message) {
    switch (message.kind()) {
      case Words.START -> started = true;
      case Words.END -> ended = true;
      case Words.PERMIT -> {
        var from = Words.wrap(message.payload());
        permitted = from.getLong();
        last = from.getLong();
      }
      default -> throw new RunFailure("the master says what nobody understands");
    }
  }

  @Override
  public long permitted() {
    listen(false);
    return permitted;
  }

  @Override
  public long last() {
    long now = System.nanoTime();
    var running = engine;
    if (running != null && now - told > TELL) {
      told = now;
      hub.sendControl(Words.PROGRESS, Words.longs(running.progress()));
    }
    return last;
  }

  @Override
  public void changed(long iteration, double most) {
    hub.sendControl(Words.CHANGED, Words.longs(iteration, Double.doubleToRawLongBits(most)));
  }

  @Override
  public void snapshot(long iteration, MemorySegment cells, long bytes) {
    for (long at = 0; at < bytes; at += Words.CHUNK) {
      int length = (int) Math.min(Words.CHUNK, bytes - at);
      var to = new byte[16 + length];
      Words.wrap(to).putLong(iteration).putLong(at);
      MemorySegment.copy(cells, ValueLayout.JAVA_BYTE, at, to, 16, length);
      hub.sendControl(Words.CELLS, to);
    }
  }
}
