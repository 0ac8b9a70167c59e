package io.strait.realign.run;

import io.strait.kind.rank.MasterLink;
import io.strait.kind.rank.Payload;
import io.strait.model.Grid;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.plan.Ranks;
import io.strait.transport.fabric.ControlMessage;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rank in a process of its own, led by a {@link RealignProtocol} elsewhere. */
public final class RealignNode {
  private final Fabric fabric;
  private final MasterLink master;
  private final Grid grid;
  private final RealignApp app;
  private final List<Permutation> numberings;
  private @Nullable RankRun running;
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
    this.master = new MasterLink(fabric, hub, this::received);
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
    var begin = RealignMessages.Begin.of(master.await(RealignMessages.BEGIN));
    WarmUp.run();
    var ranks = Ranks.of(grid);
    var order = begin.renumbered() ? numberings : Moves.natural(numberings.size(), ranks.size());
    var moves = new Moves(ranks, app, order);
    double lan =
        grid.clusters().get(ranks.clusterOf(fabric.rank())).lan().ofConnections(1).bytesPerSecond();
    var port = new LanPort(begin.scale() == 0 ? Double.POSITIVE_INFINITY : lan * begin.scale());
    try (var parts = parts(moves, begin, folder)) {
      Set<Long> have = parts instanceof FileParts own ? own.fileLedger().before() : new HashSet<>();
      master.send(RealignMessages.HAVE, RealignMessages.keys(have));
      var others = RealignMessages.keys(Payload.wrap(master.await(RealignMessages.OTHERS)));
      if (parts instanceof FileParts own) {
        own.fileLedger().others(others);
      }
      var run = new RankRun(fabric, moves, begin.buffers(), port, new NodeBarrier(), parts);
      running = run;
      master.send(RealignMessages.DONE, RealignMessages.result(run.run()));
      master.await(() -> ended);
    }
  }

  private RankParts parts(Moves moves, RealignMessages.Begin begin, @Nullable Path folder) {
    if (begin.folder().isEmpty()) {
      return new MemoryParts(moves, fabric.rank());
    }
    var where = folder == null ? Path.of(begin.folder()) : folder;
    return new FileParts(moves, fabric.rank(), new PartFiles(where, app.data()));
  }

  private boolean received(ControlMessage message) {
    switch (message.kind()) {
      case RealignMessages.OPEN -> {
        opened = true;
        openedAt = System.nanoTime();
      }
      case RealignMessages.END -> ended = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Where this rank waits for the others, over the master. */
  private final class NodeBarrier implements Barrier {
    @Override
    public void arrive(Kind kind, long nanos) {
      opened = false;
      master.send(RealignMessages.ARRIVE, RealignMessages.arrive(kind, nanos));
    }

    @Override
    public boolean poll() {
      master.listen(() -> opened);
      return opened;
    }

    @Override
    public void await() {
      fabric.await(MasterLink.PATIENCE);
    }

    @Override
    public long opened() {
      return openedAt;
    }

    /** Says how far this rank is. */
    @Override
    public void pulse() {
      var run = running;
      if (run != null && master.isReportDue()) {
        master.send(RealignMessages.PROGRESS, Payload.longs(run.moved()));
      }
    }

    @Override
    public long patience() {
      return MasterLink.PATIENCE;
    }
  }
}
