package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.model.Grid;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.plan.Ranks;
import io.strait.transport.fabric.ControlMessage;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import io.strait.transport.fabric.RankLostException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rank in a process of its own, led by a {@link RealignMaster} elsewhere. */
public final class RealignNode {
  private static final long PATIENCE = 50_000_000;
  private static final long TELL = 200_000_000;

  private final Fabric fabric;
  private final GapFabric hub;
  private final Grid grid;
  private final RealignApp app;
  private final List<Permutation> numberings;
  private @Nullable RankRun running;
  private long told;
  private boolean opened;
  private long openedAt;
  private boolean ended;

  /**
   * @param fabric to other ranks
   * @param hub the part of it that knows the master
   * @param numberings of the plan
   */
  public RealignNode(
      Fabric fabric, GapFabric hub, Grid grid, RealignApp app, List<Permutation> numberings) {
    this.fabric = fabric;
    this.hub = hub;
    this.grid = grid;
    this.app = app;
    this.numberings = List.copyOf(numberings);
  }

  /**
   * Runs until the master says that all is done.
   *
   * @param folder for what this rank keeps, instead of the one that the master names; may be null
   */
  public void run(@Nullable Path folder) {
    var begin = RealignWords.Begin.of(hear(RealignWords.BEGIN).payload());
    WarmUp.run();
    var ranks = Ranks.of(grid);
    var order = begin.renumbered() ? numberings : Moves.natural(numberings.size(), ranks.size());
    var moves = new Moves(ranks, app, order);
    double lan =
        grid.clusters().get(ranks.clusterOf(fabric.rank())).lan().bandwidth().bytesPerSecond();
    var port = new Port(begin.scale() == 0 ? Double.POSITIVE_INFINITY : lan * begin.scale());
    try (var parts = parts(moves, begin, folder)) {
      Set<Long> have = parts instanceof FileParts own ? own.fileLedger().before() : new HashSet<>();
      hub.sendControl(RealignWords.HAVE, RealignWords.keys(have));
      var others = RealignWords.keys(hear(RealignWords.OTHERS).payload());
      if (parts instanceof FileParts own) {
        own.fileLedger().others(others);
      }
      var run = new RankRun(fabric, moves, begin.buffers(), port, new NodeGate(), parts);
      running = run;
      hub.sendControl(RealignWords.DONE, RealignWords.result(run.run()));
      while (!ended) {
        awaitEnd();
      }
    }
  }

  private Parts parts(Moves moves, RealignWords.Begin begin, @Nullable Path folder) {
    if (begin.folder().isEmpty()) {
      return new MemoryParts(moves, fabric.rank());
    }
    var where = folder == null ? Path.of(begin.folder()) : folder;
    return new FileParts(moves, fabric.rank(), new PartFiles(where, app.data()));
  }

  private ControlMessage hear(byte kind) {
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

  /** The master hangs up when it has said that all is done: that is no loss then. */
  private void awaitEnd() {
    try {
      fabric.await(PATIENCE / 10);
      listen();
    } catch (RankLostException e) {
      listen();
      if (!ended) {
        throw e;
      }
    }
  }

  private void listen() {
    @Nullable ControlMessage message = hub.pollControl();
    while (message != null) {
      take(message);
      message = ended ? null : hub.pollControl();
    }
  }

  private void take(ControlMessage message) {
    switch (message.kind()) {
      case RealignWords.OPEN -> {
        opened = true;
        openedAt = System.nanoTime();
      }
      case RealignWords.END -> ended = true;
      default -> throw new RunFailure("the master says what nobody understands");
    }
  }

  /** Where this rank waits for the others: they tell the master. */
  private final class NodeGate implements Gate {
    @Override
    public void arrive(Kind kind, long nanos) {
      opened = false;
      hub.sendControl(RealignWords.ARRIVE, RealignWords.arrive(kind, nanos));
    }

    @Override
    public boolean isOpen() {
      listen();
      return opened;
    }

    @Override
    public void await() {
      fabric.await(PATIENCE);
    }

    @Override
    public long opened() {
      return openedAt;
    }

    /** Says how far this rank is. */
    @Override
    public void pulse() {
      long now = System.nanoTime();
      var run = running;
      if (run != null && now - told > TELL) {
        told = now;
        hub.sendControl(RealignWords.PROGRESS, RealignWords.number(run.moved()));
      }
    }

    @Override
    public long patience() {
      return PATIENCE;
    }
  }
}
