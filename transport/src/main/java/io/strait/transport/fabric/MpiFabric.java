package io.strait.transport.fabric;

import io.strait.transport.time.Backoff;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A rank of an MPI job. Only the thread that makes it may use it. When one rank dies, {@code
 * mpirun} ends the whole job, as is usual with MPI.
 */
public final class MpiFabric extends Carrier {
  /** The library has this long to end the job. */
  private static final Duration ABORT = Duration.ofSeconds(5);

  private final Arena arena = Arena.ofShared();
  private final int rank;
  private final int size;
  private final Backoff backoff;
  private final @Nullable MpiChannel[] channels;
  private MpiChannel[] open = new MpiChannel[0];
  private boolean closed;

  /**
   * Joins the job that this process was started for, or makes a job of one rank.
   *
   * @throws io.strait.model.text.InputException if there is no MPI library
   */
  public MpiFabric() {
    this(1);
  }

  /**
   * The same on a machine that is known to have more ranks than those of this job.
   *
   * @param ranks that are on this machine at least
   */
  public MpiFabric(int ranks) {
    super(System.nanoTime());
    var library = MpiLibrary.choose(System.getenv());
    var number = arena.allocate(ValueLayout.JAVA_INT);
    MpiCalls.init(number.address());
    MpiCalls.rank(number.address());
    rank = number.get(ValueLayout.JAVA_INT, 0);
    MpiCalls.size(number.address());
    size = number.get(ValueLayout.JAVA_INT, 0);
    channels = new MpiChannel[LANES * size];
    int here = Math.max(ranks, library.localRanks(System.getenv()));
    backoff = new Backoff(here <= Runtime.getRuntime().availableProcessors());
  }

  /** The library that carries the messages. */
  public MpiLibrary library() {
    return MpiCalls.library();
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void open(int peer, long bytes, int ahead) {
    Checks.check(rank, size, peer, bytes, ahead, Integer.MAX_VALUE);
    var known = channels[peer];
    if (known == null) {
      var channel = new MpiChannel(arena, peer % size, peer / size, bytes, ahead);
      channels[peer] = channel;
      open = Arrays.copyOf(open, open.length + 1);
      open[open.length - 1] = channel;
    } else if (known.bytes() != bytes || known.ahead() != ahead) {
      throw new IllegalArgumentException(
          "rank %d opens rank %d again with %d bytes and %d ahead, expected %d and %d as before"
              .formatted(rank, peer, bytes, ahead, known.bytes(), known.ahead()));
    }
  }

  private MpiChannel channel(int peer) {
    return Checks.opened(channels, peer);
  }

  @Override
  public boolean room(int to) {
    var channel = channel(to);
    if (channel.hasRoom()) {
      return true;
    }
    channel.wantRoom();
    return false;
  }

  @Override
  public MemorySegment begin(int to) {
    var channel = channel(to);
    if (!channel.hasRoom()) {
      backoff.start();
      while (!channel.hasRoom()) {
        backoff.rest(Long.MAX_VALUE);
      }
    }
    return channel.next();
  }

  @Override
  public void send(int to, long bytes) {
    var channel = channel(to);
    Checks.checkSend(bytes, channel.bytes(), channel.hasRoom());
    awaitDeparture();
    channel.send((int) bytes);
  }

  @Override
  public @Nullable MemorySegment poll(int from) {
    var channel = channel(from);
    if (!channel.hasMessage()) {
      return null;
    }
    arrived = channel.arrived();
    return channel.message();
  }

  @Override
  public void release(int from) {
    channel(from).release();
  }

  @Override
  public void await(long nanos) {
    backoff.start();
    while (!look()) {
      if (!backoff.rest(nanos)) {
        return;
      }
    }
  }

  /** Whether something has arrived that no wait has seen yet. */
  boolean look() {
    boolean news = isWoken();
    for (var channel : open) {
      news |= channel.look();
    }
    return news;
  }

  Backoff backoff() {
    return backoff;
  }

  /** Ends the whole job. */
  @Override
  public void fail(String why) {
    System.getLogger(MpiFabric.class.getName())
        .log(System.Logger.Level.ERROR, "rank %d of the MPI job failed: %s".formatted(rank, why));
    abort(1);
  }

  /**
   * Ends the whole job and this process at once, without waiting for any rank.
   *
   * @param code the exit code
   */
  public void abort(int code) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              LockSupport.parkNanos(ABORT.toNanos());
              Runtime.getRuntime().halt(code); // the library does not return
            });
    MpiCalls.abort(code);
    Runtime.getRuntime().halt(code);
  }

  /** Waits until everything sent has left, and until all other ranks end too. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    backoff.start();
    for (var channel : open) {
      while (!channel.isSent()) {
        backoff.rest(Long.MAX_VALUE);
      }
    }
    for (var channel : open) {
      channel.cancel();
    }
    MpiCalls.end();
    arena.close();
  }
}
