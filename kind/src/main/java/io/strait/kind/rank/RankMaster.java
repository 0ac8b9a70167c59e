package io.strait.kind.rank;

import io.strait.kind.run.RunFailure;
import io.strait.model.text.Printable;
import io.strait.transport.fabric.Hub;
import io.strait.transport.fabric.HubListener;
import io.strait.transport.fabric.RankBarriers;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Leads ranks that are processes and join over a {@link Hub}.
 *
 * @param <O> what the ranks have to tell at the end
 */
public final class RankMaster<O> implements RankExecution<O>, HubListener, AutoCloseable {
  /** Rank to master, for all kinds: this rank has run out of memory, as the text says. */
  static final byte OUT_OF_MEMORY = 127;

  private static final int LONGEST_REASON = 500;

  private final RankProtocol<O> protocol;
  private final Runnable onBegin;
  private final Consumer<String> warn;
  private final RankCuts cuts;
  private final int ranks;
  private final RankBarriers barriers;
  private final RankBarriers.Barrier joined;
  private final RankBarriers.Barrier prepared;
  private final RankBarriers.Barrier done;
  private final Hub hub;
  private volatile boolean outOfMemory;
  private volatile long began;

  /**
   * Opens the port.
   *
   * @param identity to show there; null for plain text
   * @param run its name, which ranks must know
   * @param guard says why a token is not good enough, or null
   * @param cuts is told of ranks that are cut off
   * @param begins is called when all ranks are there and prepared
   * @param warn is told who was not let in
   * @throws IOException if the port cannot be opened
   */
  public RankMaster(
      InetSocketAddress listen,
      @Nullable Identity identity,
      String run,
      Function<String, @Nullable String> guard,
      RankProtocol<O> protocol,
      RankCuts cuts,
      Runnable begins,
      Consumer<String> warn)
      throws IOException {
    this.protocol = protocol;
    this.onBegin = begins;
    this.warn = warn;
    this.ranks = protocol.hosts().size();
    this.barriers = new RankBarriers(ranks, this::failure);
    this.joined = barriers.barrier();
    this.prepared = barriers.barrier();
    this.done = barriers.barrier();
    this.cuts = cuts;
    this.hub =
        new Hub(
            new Hub.Options(
                listen, identity, run, ranks, guard, protocol.delays(), cuts.patience()),
            this);
  }

  private RunFailure failure(String why) {
    return outOfMemory ? RunFailure.outOfMemory(why, null) : new RunFailure(why);
  }

  /** The port, also where any free one was asked for. */
  public int port() {
    return hub.port();
  }

  @Override
  public O run() {
    joined.await();
    protocol.begin(this);
    prepared.await();
    onBegin.run();
    protocol.start(this);
    done.await();
    var outcome = protocol.finish(this);
    hub.awaitEnd();
    return outcome;
  }

  /** The processes of some ranks have failed. */
  void died(List<Integer> of, String why) {
    int first = of.getFirst();
    if (hub.isJoined(first)) {
      hub.lost(first, why);
    } else {
      fail(why);
    }
  }

  /** Sends a message to one rank. */
  public void send(int rank, byte kind, byte[] payload) {
    hub.send(rank, kind, payload);
  }

  /** Sends a message to every rank. */
  public void sendAll(byte kind, byte[] payload) {
    for (int rank = 0; rank < ranks; rank++) {
      hub.send(rank, kind, payload);
    }
  }

  /** A rank is prepared. */
  public void prepared() {
    prepared.arrive();
  }

  /** A rank is done. */
  public void done() {
    done.arrive();
  }

  /** Whether all ranks have come and work has begun. */
  boolean hasBegun() {
    return began != 0;
  }

  /** Work begins now, unless it began before. */
  public void begins() {
    if (began == 0) {
      began = System.nanoTime();
      cuts.begins();
    }
  }

  /** Declares a rank lost: it and all others are told. */
  public void lose(int rank, String why) {
    hub.lost(rank, why);
  }

  /** Ends the run with a reason. */
  public void fail(String why) {
    barriers.fail(why);
  }

  @Override
  public long progress() {
    return protocol.progress();
  }

  @Override
  public long began() {
    return began;
  }

  @Override
  public void stop() {
    fail(protocol.stopReason());
    hub.lost(0, RankRunner.STOPPED);
  }

  // ---- one thread of the hub

  @Override
  public void joined(int rank) {
    joined.arrive();
  }

  @Override
  public void received(int rank, byte kind, byte[] payload) {
    if (kind == OUT_OF_MEMORY) {
      outOfMemory = true;
      lose(rank, Printable.line(new String(payload, StandardCharsets.UTF_8), LONGEST_REASON));
      return;
    }
    boolean known;
    try {
      known = protocol.received(this, rank, kind, Payload.wrap(payload));
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      hub.lost(rank, "it sent a damaged message of kind %d".formatted(kind));
      return;
    }
    if (!known) {
      hub.lost(rank, "it sent a message of unknown kind %d".formatted(kind));
    }
  }

  @Override
  public void refused(String peer, String why) {
    warn.accept("refused a rank from %s: %s".formatted(peer, why));
  }

  @Override
  public void ended(int rank) {}

  @Override
  public void cutOff(int rank) {
    cuts.cutOff(rank);
  }

  @Override
  public void back(int rank) {
    cuts.back(rank);
  }

  @Override
  public void lost(int rank, String why) {
    fail("rank %d on host %s is lost: %s".formatted(rank, protocol.hosts().get(rank), why));
  }

  @Override
  public void close() {
    hub.close();
  }
}
