package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.Hub;
import io.strait.transport.fabric.HubListener;
import io.strait.transport.fabric.RankBarriers;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A realignment whose ranks are processes that join over a {@link Hub}. */
public final class RealignMaster implements RealignJob, HubListener, AutoCloseable {
  /**
   * @param run its name, which ranks must know
   * @param guard says why a token is not good enough, or null
   * @param renumbered whether the moves have the plan's numberings
   * @param scale of emulated networks; 0 for none
   * @param folder for what ranks keep; empty for memory
   */
  public record Options(
      InetSocketAddress listen,
      @Nullable Identity identity,
      String run,
      Function<String, @Nullable String> guard,
      boolean renumbered,
      double scale,
      String folder) {}

  private final Moves moves;
  private final Buffers buffers;
  private final Options options;
  private final int ranks;
  private final Clock clock;
  private final Hub hub;
  private final RankBarriers barriers;
  private final RankBarriers.Barrier joined;
  private final RankBarriers.Barrier compared;
  private final RankBarriers.Barrier done;
  private final @Nullable RankResult[] results;
  private final List<Set<Long>> others = new ArrayList<>();
  private final long[] progress;
  private volatile boolean resumed;
  private volatile long began;

  /**
   * Opens the port.
   *
   * @throws IOException if that cannot be done
   */
  public RealignMaster(Moves moves, Buffers buffers, Emulation emulation, Options options)
      throws IOException {
    this.moves = moves;
    this.buffers = buffers;
    this.options = options;
    this.ranks = moves.ranks().size();
    this.clock = new Clock(ranks);
    this.results = new RankResult[ranks];
    this.progress = new long[ranks];
    this.barriers = new RankBarriers(ranks, RunFailure::new);
    this.joined = barriers.barrier();
    this.compared = barriers.barrier();
    this.done = barriers.barrier();
    for (int i = 0; i < ranks; i++) {
      others.add(new HashSet<>());
    }
    this.hub =
        new Hub(
            new Hub.Options(
                options.listen,
                options.identity,
                options.run,
                ranks,
                options.guard,
                emulation.isIdle() ? Delays.NONE : emulation),
            this);
  }

  /** The port, also where any free one was asked for. */
  public int port() {
    return hub.port();
  }

  @Override
  public Outcome run() {
    joined.await();
    tellAll(
        RealignWords.BEGIN,
        new RealignWords.Begin(options.renumbered, buffers, options.scale, options.folder).bytes());
    compared.await();
    for (int rank = 0; rank < ranks; rank++) {
      hub.send(rank, RealignWords.OTHERS, RealignWords.keys(others.get(rank)));
    }
    done.await();
    tellAll(RealignWords.END, new byte[0]);
    return new Outcome(
        clock.seconds(Gate.Kind.MOVE),
        clock.seconds(Gate.Kind.FILES),
        resumed,
        Arrays.stream(results).map(RealignMaster::of).toList());
  }

  private static RankResult of(@Nullable RankResult result) {
    if (result == null) {
      throw new IllegalStateException("a rank has no outcome");
    }
    return result;
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
    return Arrays.stream(progress).sum();
  }

  @Override
  public long began() {
    return began;
  }

  @Override
  public void stop() {
    fail("the run was stopped");
    hub.lost(0, "the run was stopped");
  }

  // ---- one thread of the hub

  @Override
  public void joined(int rank) {
    joined.arrive();
  }

  @Override
  public void received(int rank, byte kind, byte[] payload) {
    try {
      take(rank, kind, payload);
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      hub.lost(rank, "it says what nobody understands");
    }
  }

  private void take(int rank, byte kind, byte[] payload) {
    var from = RealignWords.wrap(payload);
    switch (kind) {
      case RealignWords.HAVE -> {
        for (long key : RealignWords.keys(payload)) {
          int number = (int) (key >>> 32);
          int sender = moves.rank(number % moves.steps(), (int) key);
          others.get(sender).add(FileLedger.key(number, rank));
          resumed = true;
        }
        compared.arrive();
      }
      case RealignWords.ARRIVE -> {
        if (clock.arrive(List.of(Gate.Kind.values()).get(from.getInt()), from.getLong())) {
          if (began == 0) {
            began = System.nanoTime();
          }
          tellAll(RealignWords.OPEN, new byte[0]);
        }
      }
      case RealignWords.PROGRESS -> progress[rank] = from.getLong();
      case RealignWords.DONE -> {
        results[rank] = RealignWords.result(rank, payload);
        done.arrive();
      }
      default -> hub.lost(rank, "it says what nobody understands");
    }
  }

  @Override
  public void ended(int rank) {}

  @Override
  public void lost(int rank, String why) {
    fail("rank %d on host %s is lost: %s".formatted(rank, moves.ranks().hosts().get(rank), why));
  }

  @Override
  public void close() {
    hub.close();
  }
}
