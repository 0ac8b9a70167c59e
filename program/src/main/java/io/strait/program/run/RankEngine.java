package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import io.strait.model.law.Element;
import io.strait.program.file.Overlap;
import io.strait.program.file.Pace;
import io.strait.program.plan.Machine;
import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.PartAt;
import io.strait.program.simulate.FlowSimulation;
import io.strait.transport.emulate.ThreadPriority;
import io.strait.transport.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One rank at work: a thread for each part of a calculation that its machine has, one for each
 * direction of its network card where the grid is emulated, and its own for the fabric. A little
 * long because what these threads share stays together.
 */
public final class RankEngine implements AutoCloseable {
  /** Makes the code of parts. */
  interface Codes {
    Code open(Wiring wiring, PartAt part) throws Exception;
  }

  /** How long user code that does not heed an interrupt is waited for when the run fails. */
  private static final long LAST_MILLIS = 5000;

  /** The most times of a channel's credits that are remembered. */
  private static final int MOST_TIMES = 4096;

  /** The most bytes on the way to code that reads them as they come. */
  private static final long WINDOW = 1 << 20;

  /**
   * Likewise on an emulated grid, where senders are held back late, since simulated ones are not.
   */
  private static final long EMULATED_WINDOW = 32 << 20;

  private interface Task {
    void run() throws Exception;
  }

  private final Wiring wiring;
  private final Fabric fabric;
  private final int rank;
  private final double scale;
  private final boolean inOrder;
  private final Codes codes;
  private final EmulatedHost host;
  private final Transfers transfers;
  private final Turns turns;
  private final Map<Integer, Inbox> inboxes = new HashMap<>();
  private final Map<Integer, Credit> credits = new HashMap<>();
  private final Map<Integer, Window> windows = new HashMap<>();
  private final Followers followers;
  private final Credit ended;
  private final List<PartThread> parts = new ArrayList<>();
  private final Silence silence;
  private final List<Thread> threads = new ArrayList<>();
  private final Set<Integer> peers = new TreeSet<>();
  private final long lasts;
  private final AtomicInteger atWork = new AtomicInteger();
  private final AtomicInteger dueAtWork = new AtomicInteger();
  private final AtomicReference<@Nullable RunFailure> failure = new AtomicReference<>();
  private volatile boolean ending;
  private @Nullable Courier courier;

  /**
   * @param scale how many times faster than life the grid is emulated; 0 for no emulation
   * @param hasNetworks whether ranks are joined by the grid's networks
   * @param gaps of the emulated grid
   * @param serial whether a machine does one thing after the other, and one unit after the other
   * @param say takes a line for people
   */
  RankEngine(
      Wiring wiring,
      Fabric fabric,
      double scale,
      boolean hasNetworks,
      EmulatedGaps gaps,
      boolean serial,
      Codes codes,
      Consumer<String> say) {
    this.wiring = wiring;
    this.fabric = fabric;
    this.rank = fabric.rank();
    this.scale = scale;
    this.inOrder = serial || wiring.flow().app().overlap() == Overlap.NONE;
    this.turns = new Turns(wiring.order(rank));
    this.codes = codes;
    this.silence = new Silence(parts, say);
    Machine machine = wiring.machines().get(rank);
    this.host = new EmulatedHost(machine.cores());
    this.followers = new Followers(wiring.ranks(true).size());
    this.lasts = wiring.parts().stream().filter(wiring::isLast).count();
    this.ended = new Credit((int) (2 * lasts + 1));
    this.transfers = new Transfers(wiring, machine, scale, hasNetworks, host, gaps, this::deliver);
    for (var channel : wiring.channels()) {
      if (channel.to().rank() == rank) {
        inboxes.put(channel.number(), new Inbox(wiring.isLate(channel)));
      }
      if (channel.from().rank() == rank) {
        int every = wiring.data(channel).every().units();
        credits.put(
            channel.number(), new Credit(Math.min(MOST_TIMES, FlowSimulation.AHEAD * every + 1)));
      }
      if (hasWindow(channel)) {
        windows.put(channel.number(), new Window(window(channel)));
      }
    }
    findPeers();
  }

  /**
   * Whether a sender is held back by what its receiver has read. A receiver with several inputs may
   * read one after the other, and what comes over the others must not keep their senders from
   * making what it reads now. One that does not read data as they come holds all of them anyway.
   */
  private boolean hasWindow(Channel channel) {
    return !isLate(channel)
        && isStream(channel.from())
        && isStream(channel.to())
        && wiring.awaited(channel.to()) == 1;
  }

  private long window(Channel channel) {
    return scale == 0
        ? WINDOW
        : Math.max(EMULATED_WINDOW, (long) (4 * channel.volume() / channel.pieces()));
  }

  Wiring wiring() {
    return wiring;
  }

  /** Makes the code of this rank's parts. After a failure, {@link #close} ends what was made. */
  void prepare() {
    for (var part : wiring.parts()) {
      if (part.rank() == rank) {
        try {
          parts.add(new PartThread(this, part, codes.open(wiring, part)));
        } catch (RunFailure e) {
          throw e;
        } catch (Exception e) {
          throw new RunFailure("%s cannot begin: %s".formatted(wiring.name(part), Words.of(e)), e);
        }
      }
    }
    var carrier =
        new Courier(
            fabric,
            wiring,
            peers,
            new Courier.Listener() {
              @Override
              public Courier.Arrival begins(Channel channel, Frame head) {
                return transfers.begins(channel, head);
              }

              @Override
              public void told(Frame frame) {
                RankEngine.this.told(frame);
              }
            });
    courier = carrier;
    transfers.over(carrier);
  }

  /**
   * The ranks that this one talks to: senders and receivers; where units go one after the other,
   * all that work; and those that have something to do until this one has done all that is due, or
   * the other way round.
   */
  private void findPeers() {
    for (var channel : wiring.channels()) {
      if (channel.from().rank() == rank) {
        peers.add(channel.to().rank());
      } else if (channel.to().rank() == rank) {
        peers.add(channel.from().rank());
      }
    }
    if (inOrder && wiring.parts().stream().anyMatch(part -> part.rank() == rank)) {
      for (var part : wiring.parts()) {
        peers.add(part.rank());
      }
    }
    for (boolean due : new boolean[] {true, false}) {
      if (wiring.ranks(due).contains(rank)) {
        peers.addAll(wiring.ranks(!due));
      }
    }
    peers.remove(rank);
  }

  /** Works until all units are done, and returns what was measured. */
  RankFigures run() throws InterruptedException {
    return run(done -> {});
  }

  /**
   * Works until all units are done, and returns what was measured.
   *
   * @param progress is told now and then how many units have ended here, see {@link #done}
   */
  RankFigures run(LongConsumer progress) throws InterruptedException {
    atWork.set(parts.size());
    dueAtWork.set((int) parts.stream().filter(PartThread::isDue).count());
    for (var part : parts) {
      start(
          wiring.name(part.part()),
          () -> {
            if (scale > 0) {
              ThreadPriority.lower();
            }
            part.run();
            // A part that has failed stays at work, so that nobody takes the run for done.
            if (part.isDue() && dueAtWork.decrementAndGet() == 0) {
              tellDueDone();
            }
            atWork.decrementAndGet();
            Objects.requireNonNull(courier).wake();
          });
    }
    if (scale > 0) {
      start("send", transfers::depart);
      start("receive", transfers::arrive);
      start("deliver", transfers::deliver);
    }
    try {
      Objects.requireNonNull(courier)
          .run(
              () -> {
                progress.accept(done());
                silence.check();
                return isOver();
              });
    } catch (RuntimeException e) {
      ending = true;
      fail(e);
      parts.forEach(PartThread::abort);
      @Nullable RunFailure own = failure.get();
      throw own == null ? e : own;
    } finally {
      ending = true;
      transfers.close();
      threads.forEach(Thread::interrupt);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MILLIS);
      for (var thread : threads) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        thread.join(Math.max(1, left));
      }
    }
    return new RankFigures(rank, parts.stream().map(PartThread::figures).toList());
  }

  private boolean isOver() {
    @Nullable RunFailure why = failure.get();
    if (why != null) {
      fabric.fail(String.valueOf(why.getMessage()));
      throw why;
    }
    return atWork.get() == 0 && transfers.isIdle();
  }

  private void start(String name, Task task) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(
                () -> {
                  try {
                    task.run();
                  } catch (InterruptedException e) {
                    failed(new RunFailure("%s was interrupted".formatted(name), e));
                  } catch (RunFailure e) {
                    failed(e);
                  } catch (Exception | Error e) {
                    failed(new RunFailure("%s failed: %s".formatted(name, Words.of(e)), e));
                  }
                }));
  }

  /** A thread of this rank has failed, unless that is because the rank ends. */
  private void failed(RunFailure why) {
    if (!ending) {
      failure.compareAndSet(null, why);
      fail(why);
      Objects.requireNonNull(courier).wake();
    }
  }

  /** Nobody waits any longer. */
  private void fail(RuntimeException why) {
    inboxes.values().forEach(each -> each.fail(why));
    credits.values().forEach(each -> each.fail(why));
    windows.values().forEach(each -> each.fail(why));
    ended.fail(why);
    followers.fail(why);
  }

  /** Units that have ended on this rank; −1 if none ever does. */
  long done() {
    return parts.stream().filter(PartThread::isLast).mapToLong(PartThread::done).min().orElse(-1);
  }

  // ---- for parts

  boolean isLate(Channel channel) {
    return wiring.isLate(channel);
  }

  Inbox inbox(Channel channel) {
    return Objects.requireNonNull(inboxes.get(channel.number()));
  }

  /** Whether a part works on its input as it comes. */
  boolean isStream(PartAt part) {
    return !inOrder && wiring.isStream(part);
  }

  boolean isEmulated() {
    return scale > 0;
  }

  /**
   * Sends all data of a unit: in pieces if they are read as they come, or else as one.
   *
   * @param at when they were made
   */
  void send(Channel channel, long unit, byte[] bytes, long at) {
    boolean isPieced = !isLate(channel) && (isStream(channel.from()) || isStream(channel.to()));
    int pieces =
        !isPieced
            ? 1
            : isEmulated()
                ? channel.pieces()
                : Math.max(1, Math.ceilDiv(bytes.length, Courier.CHUNK));
    for (long i = 0; i < pieces; i++) {
      int from = (int) (i * bytes.length / pieces);
      int to = (int) ((i + 1) * bytes.length / pieces);
      var piece = pieces == 1 ? bytes : Arrays.copyOfRange(bytes, from, to);
      transfers.send(channel, new Inbox.Piece(unit, piece, i == pieces - 1, at));
    }
  }

  /** Sends some data of a unit, once there is room for them. */
  void sendPiece(Channel channel, Inbox.Piece piece) throws InterruptedException {
    @Nullable Window window = windows.get(channel.number());
    if (window != null) {
      window.await(piece.bytes().length);
    }
    transfers.send(channel, piece);
  }

  /** Tells a sender that so many bytes more were read, if it goes by that. */
  void tellTaken(Channel channel, int bytes) {
    if (bytes == 0 || !windows.containsKey(channel.number())) {
      return;
    }
    if (channel.isLocal()) {
      taken(channel.number(), bytes);
    } else {
      Objects.requireNonNull(courier)
          .tell(channel.from().rank(), Frame.TAKEN, channel.number(), bytes, 0);
    }
  }

  private void taken(int channel, long bytes) {
    Objects.requireNonNull(windows.get(channel)).taken(bytes);
  }

  private void deliver(Channel channel, Inbox.Piece piece) {
    inbox(channel).put(piece);
    if (isLate(channel)) {
      followers.came(channel, piece.unit());
    }
  }

  /**
   * Waits until a receiver has room for the data of a unit, if there are any; returns since when.
   */
  long awaitRoom(Channel channel, long unit) throws InterruptedException {
    int every = wiring.data(channel).every().units();
    return unit % every == 0
        ? Objects.requireNonNull(credits.get(channel.number()))
            .await(unit + 1 - (long) FlowSimulation.AHEAD * every)
        : Long.MIN_VALUE;
  }

  /**
   * Tells a sender how many units this rank has used, if it goes by that.
   *
   * @param at since when
   */
  void tellUsed(Channel channel, long units, long at) {
    if (isLate(channel) && wiring.pace(channel.from()) != Pace.LOOSE) {
      return;
    }
    if (channel.isLocal()) {
      used(channel, units, at);
    } else {
      Objects.requireNonNull(courier)
          .tell(channel.from().rank(), Frame.USED, channel.number(), units, at);
    }
  }

  /** Takes what another rank says. */
  private void told(Frame frame) {
    switch (frame.kind()) {
      case Frame.USED ->
          used(wiring.channels().get(frame.channel()), frame.bytes(), Transfers.here(frame.at()));
      case Frame.TAKEN -> taken(frame.channel(), frame.bytes());
      case Frame.ENDED -> ended.add(1, Transfers.here(frame.at()));
      case Frame.DUE_DONE -> followers.dueDone();
      default -> throw new RunFailure("a message of unknown kind %d came".formatted(frame.kind()));
    }
  }

  private void used(Channel channel, long units, long at) {
    if (isLate(channel)) {
      followers.used(channel, units);
    } else {
      Objects.requireNonNull(credits.get(channel.number())).add(1, at);
    }
  }

  /**
   * Waits for the turn of a unit: where units go one after the other, for the end of the last;
   * returns when that was.
   */
  long awaitTurn(long unit) throws InterruptedException {
    return inOrder ? ended.await(unit * lasts) : Long.MIN_VALUE;
  }

  /**
   * Tells all ranks that a part which no other waits for has ended a unit.
   *
   * @param at when it did
   */
  void tellEnded(long unit, long at) {
    if (inOrder) {
      ended.add(1, at);
      for (int peer : peers) {
        Objects.requireNonNull(courier).tell(peer, Frame.ENDED, 0, unit, at);
      }
    }
  }

  /** Tells all ranks with work that nobody waits for that this one has done all that is due. */
  private void tellDueDone() {
    followers.dueDone();
    for (int each : wiring.ranks(false)) {
      if (each != rank) {
        Objects.requireNonNull(courier).tell(each, Frame.DUE_DONE, 0, 0, 0);
      }
    }
  }

  /** See {@link Followers#awaitUnit}. */
  long awaitUnit(List<Channel> inputs, List<Channel> outputs, long next)
      throws InterruptedException {
    return followers.awaitUnit(inputs, outputs, next, wiring.flow().app().units());
  }

  /** See {@link Followers#awaitClock}. */
  boolean awaitClock(long due) throws InterruptedException {
    return followers.awaitClock(due);
  }

  /** Nanoseconds of this machine for seconds of the grid. */
  long nanos(double seconds) {
    return (long) (seconds * 1e9 / (scale > 0 ? scale : 1));
  }

  /** See {@link Turns#enter}. */
  long enter(PartAt part) throws InterruptedException {
    return inOrder ? turns.enter(part.number()) : Long.MIN_VALUE;
  }

  /** See {@link Turns#leave}. */
  void leave(PartAt part, long at) {
    if (inOrder) {
      turns.leave(part.number(), at);
    }
  }

  EmulatedHost.@Nullable Work begin(Element work, long at) {
    return scale > 0 ? beginNanos(workNanos(work), work.cpu(), at) : null;
  }

  /** Nanoseconds that work takes alone on the emulated host. */
  double workNanos(Element work) {
    return work.seconds() * 1e9 / scale;
  }

  /** Begins something on the emulated host, which it could at a point in time. */
  EmulatedHost.Work beginNanos(double nanos, double cpu, long at) {
    return host.begin(nanos, cpu, at);
  }

  /** Waits until the emulated host has done something, if there is one; returns when it had. */
  long finish(EmulatedHost.@Nullable Work work) throws InterruptedException {
    return work == null ? System.nanoTime() : host.finish(work);
  }

  /** Ends code that was made and never run. */
  @Override
  public void close() {
    parts.forEach(PartThread::abandon);
  }
}
