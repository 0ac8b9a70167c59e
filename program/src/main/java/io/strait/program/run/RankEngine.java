package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import io.strait.model.law.Element;
import io.strait.program.file.Every;
import io.strait.program.file.Overlap;
import io.strait.program.plan.Machine;
import io.strait.program.run.Wiring.Channel;
import io.strait.program.simulate.FlowSimulation;
import io.strait.transport.emulate.ThreadPriority;
import io.strait.transport.fabric.Fabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One rank at work: a thread for each part of a calculation that its machine has, one for each
 * direction of its network card where the grid is emulated, and its own for the fabric.
 */
public final class RankEngine {
  /** Makes the code of parts. */
  interface Codes {
    Code open(Wiring wiring, Wiring.PartAt part) throws Exception;
  }

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
  private final ReentrantLock one = new ReentrantLock(true);
  private final Map<Integer, Inbox> inboxes = new HashMap<>();
  private final Map<Integer, Credit> credits = new HashMap<>();
  private final Followers followers = new Followers();
  private final Credit ended = new Credit();
  private final List<PartThread> parts = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger atWork = new AtomicInteger();
  private volatile @Nullable RunFailure failure;
  private @Nullable Courier courier;

  /**
   * @param scale how many times faster than life the grid is emulated; 0 for no emulation
   * @param serial whether a machine does one thing after the other, and one unit after the other
   */
  RankEngine(Wiring wiring, Fabric fabric, double scale, boolean serial, Codes codes) {
    this.wiring = wiring;
    this.fabric = fabric;
    this.rank = fabric.rank();
    this.scale = scale;
    this.inOrder = serial || wiring.flow().app().overlap() == Overlap.NONE;
    this.codes = codes;
    Machine machine = wiring.machines().get(rank);
    this.host = new EmulatedHost(machine.cores());
    this.transfers = new Transfers(wiring, machine, scale, host, this::deliver);
    for (var channel : wiring.channels()) {
      if (channel.to().rank() == rank) {
        inboxes.put(channel.number(), new Inbox(isLate(channel)));
      }
      if (channel.from().rank() == rank) {
        credits.put(channel.number(), new Credit());
      }
    }
  }

  Wiring wiring() {
    return wiring;
  }

  /** Makes the code of this rank's parts. */
  void prepare() {
    for (var part : wiring.parts()) {
      if (part.rank() == rank) {
        try {
          parts.add(new PartThread(this, part, codes.open(wiring, part)));
        } catch (RunFailure e) {
          throw e;
        } catch (Exception e) {
          throw new RunFailure("%s cannot begin: %s".formatted(wiring.name(part), e), e);
        }
      }
    }
    var carrier =
        new Courier(
            fabric,
            wiring,
            peers(),
            new Courier.Listener() {
              @Override
              public Courier.Arrival begins(Channel channel, Frame head) {
                return transfers.begins(channel, head);
              }

              @Override
              public void used(int kind, @Nullable Channel channel, long count) {
                RankEngine.this.used(channel, count);
              }
            });
    courier = carrier;
    transfers.over(carrier);
  }

  /** The ranks that this one talks to. */
  private Set<Integer> peers() {
    var peers = new TreeSet<Integer>();
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
    peers.remove(rank);
    return peers;
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
    for (var part : parts) {
      start(
          wiring.name(part.part()),
          () -> {
            if (scale > 0) {
              ThreadPriority.lower();
            }
            try {
              part.run();
            } finally {
              atWork.decrementAndGet();
            }
          });
    }
    if (scale > 0) {
      start("send", transfers::depart);
      start("receive", transfers::arrive);
    }
    try {
      Objects.requireNonNull(courier)
          .run(
              () -> {
                progress.accept(done());
                return isOver();
              });
    } catch (RuntimeException e) {
      fail(e);
      throw failure == null ? e : failure;
    } finally {
      transfers.close();
      threads.forEach(Thread::interrupt);
      for (var thread : threads) {
        thread.join();
      }
    }
    return new RankFigures(rank, parts.stream().map(PartThread::figures).toList());
  }

  private boolean isOver() {
    var why = failure;
    if (why != null) {
      fabric.fail(String.valueOf(why.getMessage()));
      throw why;
    }
    return atWork.get() == 0 && transfers.isIdle();
  }

  private void start(String name, Task task) {
    threads.add(
        Thread.ofPlatform()
            .name(name)
            .start(
                () -> {
                  try {
                    task.run();
                  } catch (InterruptedException e) {
                    // The rank ends.
                  } catch (RunFailure e) {
                    fail(e);
                  } catch (Exception | Error e) {
                    fail(new RunFailure("%s failed: %s".formatted(name, e), e));
                  }
                }));
  }

  private void fail(RuntimeException why) {
    if (failure == null && why instanceof RunFailure told) {
      failure = told;
    }
    inboxes.values().forEach(each -> each.fail(why));
    credits.values().forEach(each -> each.fail(why));
    ended.fail(why);
    followers.fail(why);
  }

  /** Units that have ended on this rank; −1 if none ever does. */
  long done() {
    return parts.stream().filter(PartThread::isLast).mapToLong(PartThread::done).min().orElse(-1);
  }

  // ---- for parts

  boolean isLate(Channel channel) {
    return wiring.data(channel).late();
  }

  Inbox inbox(Channel channel) {
    return Objects.requireNonNull(inboxes.get(channel.number()));
  }

  void send(Channel channel, Inbox.Piece piece) {
    transfers.send(channel, piece);
  }

  private void deliver(Channel channel, Inbox.Piece piece) {
    inbox(channel).put(piece);
  }

  /** Waits until a receiver has room for one unit more. */
  void awaitRoom(Channel channel, long unit) throws InterruptedException {
    Objects.requireNonNull(credits.get(channel.number())).await(unit + 1 - FlowSimulation.AHEAD);
  }

  /** Tells a sender how many units this rank has used. */
  void tellUsed(Channel channel, long units) {
    if (channel.isLocal()) {
      used(channel, units);
    } else {
      Objects.requireNonNull(courier)
          .tell(channel.from().rank(), Frame.UNIT_USED, channel.number(), units);
    }
  }

  private void used(@Nullable Channel channel, long units) {
    if (channel == null) {
      ended.add(1);
    } else if (isLate(channel)) {
      followers.reached(channel, units);
    } else {
      Objects.requireNonNull(credits.get(channel.number())).add(1);
    }
  }

  /** Waits for the turn of a unit: where units go one after the other, for the end of the last. */
  void awaitTurn(long unit) throws InterruptedException {
    if (inOrder) {
      ended.await(unit * lasts());
    }
  }

  private long lasts() {
    return wiring.parts().stream().filter(wiring::isLast).count();
  }

  /** Tells all ranks that a part which nobody waits for has ended a unit. */
  void tellEnded(long unit) {
    if (inOrder) {
      ended.add(1);
      for (int peer : peers()) {
        Objects.requireNonNull(courier).tell(peer, Frame.UNIT_USED, -1, unit);
      }
    }
  }

  long awaitFollowers(List<Channel> outputs, long next, long due, Every every)
      throws InterruptedException {
    return followers.await(
        outputs,
        every.isTimed() ? due : 0,
        every.isTimed() ? Long.MIN_VALUE : next - FlowSimulation.AHEAD,
        wiring.flow().app().units());
  }

  /** Nanoseconds of this machine for seconds of the grid. */
  long nanos(double seconds) {
    return (long) (seconds * 1e9 / (scale > 0 ? scale : 1));
  }

  void enter() throws InterruptedException {
    if (inOrder) {
      one.lockInterruptibly();
    }
  }

  void leave() {
    if (inOrder) {
      one.unlock();
    }
  }

  EmulatedHost.@Nullable Work begin(Element work) {
    return scale > 0 ? host.begin(work.seconds() * 1e9 / scale, work.cpu()) : null;
  }

  void finish(EmulatedHost.@Nullable Work work) throws InterruptedException {
    if (work != null) {
      host.finish(work);
    }
  }
}
