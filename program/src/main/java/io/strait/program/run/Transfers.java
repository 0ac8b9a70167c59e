package io.strait.program.run;

import io.strait.program.plan.Machine;
import io.strait.program.run.Wiring.Channel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of one rank. Where the grid is emulated, a transfer passes the network card of its
 * sender, the gaps and the card of its receiver, each as long as the law says and all of them
 * overlapped, takes CPU at both ends meanwhile, and arrives after the latency. Where real networks
 * do what the grid says, data go at once and latencies are theirs, while cards and CPUs are busy
 * for as long as the law says. Without emulation data go as fast as they can.
 */
final class Transfers {
  /** Ranks of one machine are not further behind each other than this, in nanoseconds. */
  private static final long ONE_CLOCK = 60_000_000_000L;

  private record Departure(Channel channel, Inbox.Piece piece) {}

  private final Wiring wiring;
  private final Machine machine;
  private final double scale;
  private final boolean hasNetworks;
  private final EmulatedHost host;
  private final EmulatedGaps gaps;
  private final BiConsumer<Channel, Inbox.Piece> delivery;
  private final Pending<Departure> departures = new Pending<>();
  private final DelayQueue<Due<Arriving>> arrivals = new DelayQueue<>();
  private final DelayQueue<Due<Arriving>> deliveries = new DelayQueue<>();
  private @Nullable Courier courier;

  /** When data of each channel last began to arrive, and had come; for the courier's thread. */
  private final long[] lastReady;

  private final long[] lastCame;

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
      EmulatedGaps gaps,
      BiConsumer<Channel, Inbox.Piece> delivery) {
    this.wiring = wiring;
    this.machine = machine;
    this.scale = scale;
    this.hasNetworks = hasNetworks;
    this.host = host;
    this.gaps = gaps;
    this.lastReady = new long[wiring.channels().size()];
    Arrays.fill(lastReady, Long.MIN_VALUE);
    this.lastCame = lastReady.clone();
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
      courier().send(channel, piece, piece.at(), 0, piece.bytes().length);
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
      var channel = next.channel;
      var piece = next.piece;
      var card = host.card(true, channel.isFullDuplex());
      card.lock.lockInterruptibly();
      try {
        long began = Math.max(piece.at(), card.free);
        var work = begin(channel, piece, began);
        int size = piece.bytes().length;
        if (hasNetworks) {
          courier().send(channel, piece, began, 0, size);
          card.free = host.finish(work);
        } else {
          // The receiver learns at once that the transfer has begun, and has it all when it is
          // done.
          var passage =
              gaps.pass(
                  channel,
                  size,
                  began,
                  nanos(channel, piece, machine),
                  nanos(channel, piece, wiring.machines().get(channel.to().rank())));
          courier().send(channel, piece, began, passage.ready() - began, 0);
          card.free = host.finish(work);
          if (size > 0) {
            long latency = (long) (channel.latency() * 1e9 / scale);
            long after = Math.max(latency, passage.passed() - card.free);
            courier().send(channel, piece, card.free, after, size);
          }
        }
      } finally {
        card.lock.unlock();
      }
    }
  }

  /**
   * Lets data pass the network card as they arrive, one after the other, until it is interrupted.
   */
  void arrive() throws InterruptedException {
    while (true) {
      var next = arrivals.take().what();
      var card = host.card(false, next.channel.isFullDuplex());
      card.lock.lockInterruptibly();
      try {
        card.free =
            host.finish(begin(next.channel, next.piece(0), Math.max(next.ready, card.free)));
        next.received(card.free);
      } finally {
        card.lock.unlock();
      }
    }
  }

  /** Delivers data when they have come, until it is interrupted. */
  void deliver() throws InterruptedException {
    while (true) {
      var next = deliveries.take();
      delivery.accept(next.what().channel, next.what().piece(next.at()));
    }
  }

  /** The work of a piece at this end, on all network cards. */
  private EmulatedHost.Work begin(Channel channel, Inbox.Piece piece, long at) {
    return host.begin(
        nanos(channel, piece, machine),
        channel.transfer().cpu() * machine.cardsCpu() / machine.cardsTime(),
        at);
  }

  /** What a piece, as its share of the transfer, takes at one end, alone. */
  private double nanos(Channel channel, Inbox.Piece piece, Machine end) {
    double share =
        channel.volume() > 0 ? piece.bytes().length / channel.volume() : piece.last() ? 1 : 0;
    return channel.transfer().seconds() * share * end.cardsTime() * 1e9 / scale;
  }

  Courier.Arrival begins(Channel channel, Frame head) {
    var arriving = new Arriving(channel, head);
    if (scale > 0) {
      arrivals.add(new Due<>(arriving.ready, arriving));
    }
    return arriving;
  }

  /** Whether nothing waits to depart. */
  boolean isIdle() {
    return scale == 0 || departures.isIdle();
  }

  void close() {
    departures.close();
  }

  /** A piece on its way in. */
  private final class Arriving implements Courier.Arrival {
    private final Channel channel;
    private final Frame head;
    private final byte[] bytes;
    private final long ready;
    private long received;
    private long came;
    private int missing = 2;

    Arriving(Channel channel, Frame head) {
      this.channel = channel;
      this.head = head;
      this.bytes = new byte[Math.toIntExact(head.bytes())];
      this.ready = inOrder(lastReady, head);
    }

    /** When a message concerns this rank: data of one channel never overtake each other. */
    private long inOrder(long[] last, Frame message) {
      long at = hasNetworks ? System.nanoTime() : here(message.at()) + message.after();
      last[channel.number()] = Math.max(at, last[channel.number()]);
      return last[channel.number()];
    }

    Inbox.Piece piece(long at) {
      return new Inbox.Piece(head.unit(), bytes, head.last(), at);
    }

    @Override
    public void add(MemorySegment from, long offset) {
      MemorySegment.copy(
          from, ValueLayout.JAVA_BYTE, 0, bytes, (int) offset, (int) from.byteSize());
    }

    @Override
    public void ends(Frame tail) {
      if (scale == 0) {
        delivery.accept(channel, piece(System.nanoTime()));
        return;
      }
      synchronized (this) {
        came = inOrder(lastCame, tail);
        deliverOnceThere();
      }
    }

    /** The network card has received it. */
    synchronized void received(long at) {
      received = at;
      deliverOnceThere();
    }

    private void deliverOnceThere() {
      if (--missing == 0) {
        deliveries.add(new Due<>(Math.max(received, came), this));
      }
    }
  }

  /** A point in time of another rank; now, if it has another clock. */
  static long here(long at) {
    long now = System.nanoTime();
    return now >= at && now - at < ONE_CLOCK ? at : now;
  }

  /** Something that waits for its time. */
  private record Due<T>(long at, long number, T what) implements Delayed {
    private static final AtomicLong COUNT = new AtomicLong();

    Due(long at, T what) {
      this(at, COUNT.getAndIncrement(), what);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      var due = (Due<?>) other;
      return at != due.at ? Long.compare(at, due.at) : Long.compare(number, due.number);
    }
  }
}
