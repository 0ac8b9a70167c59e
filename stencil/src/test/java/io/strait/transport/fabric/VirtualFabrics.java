package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Fabrics of ranks whose time is counted and not waited for. Every rank is a thread; the one that
 * is furthest behind runs, all others stand still. So nothing can come that should have come
 * earlier, and whatever is measured is the same every time, on any machine.
 */
public final class VirtualFabrics {
  private static final long NEVER = Long.MAX_VALUE;

  /** What looking around takes: or ranks without delays would look for ever at the same time. */
  private static final long LOOK = 10_000;

  /** Is told of every message when it is sent. */
  @FunctionalInterface
  public interface Witness {
    void sent(int from, int to, MemorySegment message);
  }

  private record Message(long due, MemorySegment bytes) {}

  private final Delays delays;
  private final Witness witness;
  private final End[] ends;
  private @Nullable Throwable failure;

  public VirtualFabrics(int size, Delays delays, Witness witness) {
    this.delays = delays;
    this.witness = witness;
    this.ends = new End[size];
    for (int rank = 0; rank < size; rank++) {
      ends[rank] = new End(rank);
    }
  }

  public Fabric fabric(int rank) {
    return ends[rank];
  }

  /** A rank's time in nanoseconds. */
  public long nanos(int rank) {
    return ends[rank].at;
  }

  /** Lets a rank's time pass; called by the rank. */
  public void sleep(int rank, long nanos) {
    ends[rank].at += nanos;
  }

  /** Runs all ranks to their end. */
  public void run(IntConsumer body) throws InterruptedException {
    var threads = new ArrayList<Thread>();
    for (var end : ends) {
      threads.add(Thread.ofVirtual().start(() -> end.live(body)));
    }
    ends[0].turn.release();
    for (var thread : threads) {
      thread.join();
    }
    var why = failure;
    if (why != null) {
      throw new IllegalStateException(why);
    }
  }

  /** Lets the rank run that is furthest behind. */
  private void next() {
    @Nullable End first = null;
    for (var end : ends) {
      if (!end.done && (first == null || end.key() < first.key())) {
        first = end;
      }
    }
    if (first != null) {
      first.turn.release();
    }
  }

  private final class End extends Carrier {
    private final int rank;
    private final Semaphore turn = new Semaphore(0);
    private final List<ArrayDeque<Message>> in = new ArrayList<>();
    private final int[] seen;
    private final int[] ahead;
    private final boolean[] wanted;
    private final @Nullable MemorySegment[] out;
    private final @Nullable DelaySchedule[] transits;
    private long at;
    private long wake = NEVER;
    private boolean waits;
    private boolean done;

    End(int rank) {
      super(0);
      this.rank = rank;
      int size = ends.length;
      this.seen = new int[size];
      this.ahead = new int[size];
      this.wanted = new boolean[size];
      this.out = new MemorySegment[size];
      this.transits = new DelaySchedule[size];
      for (int i = 0; i < size; i++) {
        in.add(new ArrayDeque<>());
      }
    }

    void live(IntConsumer body) {
      turn.acquireUninterruptibly();
      try {
        check();
        body.accept(rank);
      } catch (RuntimeException | Error e) {
        if (failure == null) {
          failure = e;
        }
      } finally {
        done = true;
        next();
      }
    }

    private void check() {
      if (failure != null) {
        throw new RankLostException(rank, "another rank failed");
      }
    }

    long key() {
      return waits ? Math.max(at, wake) : at;
    }

    /** Stands still while others are behind. */
    private void stand() {
      for (var other : ends) {
        if (!other.done && other.key() < key()) {
          next();
          turn.acquireUninterruptibly();
          check();
          return;
        }
      }
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return ends.length;
    }

    @Override
    public void open(int peer, long bytes, int most) {
      ahead[peer] = most;
      out[peer] = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
      transits[peer] = new DelaySchedule(delays, rank, peer);
    }

    @Override
    public boolean room(int to) {
      stand();
      wanted[to] = ends[to].in.get(rank).size() >= ahead[to];
      return !wanted[to];
    }

    @Override
    public MemorySegment begin(int to) {
      var buffer = out[to];
      if (buffer == null || ends[to].in.get(rank).size() >= ahead[to]) {
        throw new IllegalStateException("rank %d has no room to %d".formatted(rank, to));
      }
      return buffer;
    }

    @Override
    public void send(int to, long bytes) {
      long due = Checks.opened(transits, to).due(leaves, bytes);
      var copy = MemorySegment.ofArray(new byte[(int) bytes]);
      copy.copyFrom(Checks.opened(out, to).asSlice(0, bytes));
      witness.sent(rank, to, copy);
      ends[to].in.get(rank).add(new Message(due, copy));
      ends[to].wake = Math.min(ends[to].wake, Math.max(due, ends[to].at + LOOK));
    }

    @Override
    public @Nullable MemorySegment poll(int from) {
      stand();
      var first = in.get(from).peek();
      if (first == null || first.due > at) {
        return null;
      }
      arrived = first.due;
      return first.bytes;
    }

    @Override
    public void release(int from) {
      in.get(from).remove();
      seen[from] = Math.max(0, seen[from] - 1);
      if (ends[from].wanted[rank]) {
        ends[from].wanted[rank] = false;
        ends[from].wake = Math.min(ends[from].wake, at);
      }
    }

    @Override
    public void await(long nanos) {
      wake = at + nanos;
      for (int peer = 0; peer < ends.length; peer++) {
        in.get(peer).stream()
            .skip(seen[peer])
            .findFirst()
            .ifPresent(message -> wake = Math.min(wake, message.due));
      }
      wake = Math.max(wake, at + LOOK);
      waits = true;
      stand();
      waits = false;
      at = Math.max(at, wake);
      wake = NEVER;
      for (int peer = 0; peer < ends.length; peer++) {
        seen[peer] = (int) in.get(peer).stream().filter(message -> message.due <= at).count();
      }
    }

    @Override
    public void fail(String why) {
      throw new IllegalStateException(why);
    }

    @Override
    public void close() {}
  }
}
