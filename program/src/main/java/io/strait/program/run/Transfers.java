package io.strait.program.run;

import io.strait.program.plan.Machine;
import io.strait.program.run.Wiring.Channel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of one rank. Where the grid is emulated, a transfer holds the network card of its
 * sender and then that of its receiver for as long as the law says, takes CPU there meanwhile, and
 * arrives after the latency; the receiver's card is busy while the sender's still is. Where real
 * networks do what the grid says, data go at once and latencies are theirs, while cards and CPUs
 * are busy for as long as the law says. Without emulation data go as fast as they can.
 */
final class Transfers {
  /** Messages of one machine are not under way longer than this, in nanoseconds. */
  private static final long ONE_CLOCK = 1_000_000_000;

  private record Departure(Channel channel, Inbox.Piece piece) {}

  private final Wiring wiring;
  private final Machine machine;
  private final double scale;
  private final boolean hasNetworks;
  private final EmulatedHost host;
  private final BiConsumer<Channel, Inbox.Piece> delivery;
  private final Pending<Departure> departures = new Pending<>();
  private final Pending<Arriving> arrivals = new Pending<>();
  private @Nullable Courier courier;

  /**
   * @param scale how many times faster than life the grid is emulated; 0 for no emulation
   * @param hasNetworks whether ranks are joined by the grid's networks
   * @param delivery takes pieces that have arrived
   */
  Transfers(
      Wiring wiring,
      Machine machine,
      double scale,
      boolean hasNetworks,
      EmulatedHost host,
      BiConsumer<Channel, Inbox.Piece> delivery) {
    this.wiring = wiring;
    this.machine = machine;
    this.scale = scale;
    this.hasNetworks = hasNetworks;
    this.host = host;
    this.delivery = delivery;
  }

  void over(Courier carrier) {
    courier = carrier;
  }

  private Courier courier() {
    if (courier == null) {
      throw new IllegalStateException("no courier");
    }
    return courier;
  }

  /** Sends a piece, or hands it over inside the rank. */
  void send(Channel channel, Inbox.Piece piece) {
    if (channel.isLocal()) {
      delivery.accept(channel, piece);
    } else if (scale == 0) {
      courier().send(channel, piece, System.nanoTime(), 0, piece.bytes().length);
    } else if (wiring.isLate(channel)) {
      departures.replace(
          new Departure(channel, piece), other -> other.channel.number() == channel.number());
    } else {
      departures.add(new Departure(channel, piece));
    }
  }

  /** Lets data depart, one after the other, until {@link #close}. */
  void depart() throws InterruptedException {
    for (var next = departures.take(); next != null; next = departures.take()) {
      var card = host.card(true, next.channel.isFullDuplex());
      card.lockInterruptibly();
      try {
        var work = begin(next.channel, next.piece);
        long began = System.nanoTime();
        int size = next.piece.bytes().length;
        // The receiver learns at once that the transfer has begun, and has it all when it is done.
        courier().send(next.channel, next.piece, began, 0, hasNetworks ? size : 0);
        host.finish(work);
        if (size > 0 && !hasNetworks) {
          courier().send(next.channel, next.piece, began, 0, size);
        }
      } finally {
        card.unlock();
      }
    }
  }

  /** Lets data arrive, one after the other, until {@link #close}. */
  void arrive() throws InterruptedException {
    for (var next = arrivals.take(); next != null; next = arrivals.take()) {
      var channel = next.channel;
      long latency = hasNetworks ? 0 : (long) (channel.latency() * 1e9 / scale);
      until(next.began() + latency);
      var card = host.card(false, channel.isFullDuplex());
      card.lockInterruptibly();
      try {
        var work = begin(channel, next.piece());
        host.finish(work);
        until(next.await() + latency);
      } finally {
        card.unlock();
      }
      delivery.accept(channel, next.piece());
    }
  }

  /** The work of a piece at this end: its share of the transfer, on all network cards. */
  private EmulatedHost.Work begin(Channel channel, Inbox.Piece piece) {
    double share =
        channel.volume() > 0 ? piece.bytes().length / channel.volume() : piece.last() ? 1 : 0;
    return host.begin(
        channel.transfer().seconds() * share * machine.cardsTime() * 1e9 / scale,
        channel.transfer().cpu() * machine.cardsCpu() / machine.cardsTime());
  }

  private static void until(long nanos) throws InterruptedException {
    for (long now = System.nanoTime(); now < nanos; now = System.nanoTime()) {
      LockSupport.parkNanos(nanos - now);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  Courier.Arrival begins(Channel channel, Frame head) {
    var arriving = new Arriving(channel, head);
    if (scale > 0) {
      arrivals.add(arriving);
    }
    return arriving;
  }

  /** Whether nothing waits to depart. */
  boolean isIdle() {
    return scale == 0 || departures.isIdle();
  }

  void close() {
    departures.close();
    arrivals.close();
  }

  /** A piece on its way in. */
  private final class Arriving implements Courier.Arrival {
    private final Channel channel;
    private final Frame head;
    private final byte[] bytes;
    private final long came = System.nanoTime();
    private long ended;
    private boolean isEnded;

    Arriving(Channel channel, Frame head) {
      this.channel = channel;
      this.head = head;
      this.bytes = new byte[Math.toIntExact(head.bytes())];
    }

    /** When its transfer began, by this machine's clock; another machine's says nothing here. */
    long began() {
      long ago = came - head.began();
      return !hasNetworks && ago >= 0 && ago < ONE_CLOCK ? head.began() : came;
    }

    Inbox.Piece piece() {
      return new Inbox.Piece(head.unit(), bytes, head.last());
    }

    @Override
    public void add(MemorySegment from, long offset) {
      MemorySegment.copy(
          from, ValueLayout.JAVA_BYTE, 0, bytes, (int) offset, (int) from.byteSize());
    }

    @Override
    public synchronized void ends() {
      ended = System.nanoTime();
      isEnded = true;
      notifyAll();
      if (scale == 0) {
        delivery.accept(channel, piece());
      }
    }

    /** Waits until the last byte is there, and returns when it came. */
    synchronized long await() throws InterruptedException {
      while (!isEnded) {
        wait();
      }
      return ended;
    }
  }
}
