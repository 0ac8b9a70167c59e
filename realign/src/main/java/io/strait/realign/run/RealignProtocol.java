package io.strait.realign.run;

import io.strait.kind.rank.Payload;
import io.strait.kind.rank.RankMaster;
import io.strait.kind.rank.RankProtocol;
import io.strait.realign.outcome.RankResult;
import io.strait.transport.fabric.Delays;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the master of a realignment leads ranks that are processes. */
public final class RealignProtocol implements RankProtocol<RealignOutcome> {
  private final Moves moves;
  private final RealignMessages.Begin begin;
  private final EmulatedNetwork network;
  private final List<String> hosts;
  private final BarrierTimes times;
  private final @Nullable RankResult[] results;
  private final List<Set<Long>> others = new ArrayList<>();
  private final long[] progress;
  private volatile boolean resumed;

  /**
   * @param renumbered whether the moves have the plan's numberings
   * @param scale of emulated networks; 0 for none
   * @param folder for what ranks keep; empty for memory
   */
  public RealignProtocol(
      Moves moves,
      Buffers buffers,
      EmulatedNetwork network,
      boolean renumbered,
      double scale,
      String folder) {
    this.moves = moves;
    this.begin = new RealignMessages.Begin(renumbered, buffers, scale, folder);
    this.network = network;
    this.hosts = moves.ranks().hosts();
    this.times = new BarrierTimes(hosts.size());
    this.results = new RankResult[hosts.size()];
    this.progress = new long[hosts.size()];
    for (int i = 0; i < hosts.size(); i++) {
      others.add(new HashSet<>());
    }
  }

  @Override
  public List<String> hosts() {
    return hosts;
  }

  @Override
  public Delays delays() {
    return network.isIdle() ? Delays.NONE : network;
  }

  @Override
  public void begin(RankMaster<RealignOutcome> master) {
    master.sendAll(RealignMessages.BEGIN, begin.bytes());
  }

  @Override
  public void start(RankMaster<RealignOutcome> master) {
    for (int rank = 0; rank < hosts.size(); rank++) {
      master.send(rank, RealignMessages.OTHERS, RealignMessages.keys(others.get(rank)));
    }
  }

  @Override
  public RealignOutcome finish(RankMaster<RealignOutcome> master) {
    master.sendAll(RealignMessages.END, Payload.EMPTY);
    return new RealignOutcome(
        times.seconds(Barrier.Kind.MOVE),
        times.seconds(Barrier.Kind.FILES),
        resumed,
        0,
        Arrays.stream(results).map(Objects::requireNonNull).toList());
  }

  @Override
  public long progress() {
    return Arrays.stream(progress).sum();
  }

  @Override
  public boolean received(
      RankMaster<RealignOutcome> master, int rank, byte kind, ByteBuffer payload) {
    switch (kind) {
      case RealignMessages.HAVE -> {
        for (long key : RealignMessages.keys(payload)) {
          int number = (int) (key >>> 32);
          int sender = moves.rank(number % moves.steps(), (int) key);
          others.get(sender).add(FileLedger.key(number, rank));
          resumed = true;
        }
        master.prepared();
      }
      case RealignMessages.ARRIVE -> {
        if (times.arrive(List.of(Barrier.Kind.values()).get(payload.getInt()), payload.getLong())) {
          master.begins();
          master.sendAll(RealignMessages.OPEN, Payload.EMPTY);
        }
      }
      case RealignMessages.PROGRESS -> progress[rank] = payload.getLong();
      case RealignMessages.DONE -> {
        results[rank] = RealignMessages.result(rank, payload);
        master.done();
      }
      default -> {
        return false;
      }
    }
    return true;
  }
}
