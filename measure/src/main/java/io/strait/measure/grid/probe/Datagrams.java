package io.strait.measure.grid.probe;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One end of a session over UDP. A thread answers pings and notes when packets arrive.
 *
 * <p>A datagram is: 8 bytes of the session's nonce, the kind (4 bytes: 0 hello, 1 ping, 2 its
 * answer, 3 load), experiment, number, and how many there are (4 bytes each), and nothing that
 * means anything. Others are ignored.
 */
final class Datagrams implements AutoCloseable {
  /** What UDP and IP add to a datagram. */
  static final int OVERHEAD = 28;

  /** The payload of a packet of 1,500 bytes. */
  static final int FULL = 1472;

  /**
   * The payload of a packet of 1,500 bytes of IPv6. Its header is 20 bytes longer than that of
   * IPv4, in which rates are counted: that makes them lower by the share by which TCP gets less.
   */
  static final int FULL_6 = 1452;

  static final int HEADER = 24;
  static final int MOST_PACKETS = 1 << 18;

  private static final int HELLO = 0;
  private static final int PING = 1;
  private static final int PONG = 2;
  private static final int LOAD = 3;
  private static final int BUFFER = 4 << 20;

  /** Shorter waits than this are not worth giving up the core. */
  private static final long LEAST_WAIT = 60_000;

  private static final Path COUNTERS = Path.of("/proc/net/snmp");
  private static final Path COUNTERS6 = Path.of("/proc/net/snmp6");

  private final DatagramChannel channel;
  private final long nonce;
  private final Thread thread;
  private volatile @Nullable SocketAddress peer;
  private volatile @Nullable Recording recording;
  private int ponged = -1;
  private long pongedAt;
  private long sent;

  /** The arrivals of an experiment. */
  private static final class Recording {
    final int experiment;
    final long[] nanos;
    final long droppedBefore = dropped();
    final AtomicInteger count = new AtomicInteger();
    volatile long last = System.nanoTime();

    Recording(int experiment, int count) {
      this.experiment = experiment;
      this.nanos = new long[count];
      Arrays.fill(nanos, Long.MIN_VALUE);
    }
  }

  /**
   * What arrived of an experiment.
   *
   * @param nanos when, by number; {@link Long#MIN_VALUE} for those that did not
   * @param dropped how many this host dropped because it was too busy
   */
  record Arrivals(long[] nanos, int count, long dropped) {}

  Datagrams(InetAddress address, long nonce) throws IOException {
    this.nonce = nonce;
    this.channel = DatagramChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
    channel.bind(new InetSocketAddress(address, 0));
    thread = Thread.ofPlatform().daemon().name("datagrams").start(this::receive);
  }

  int port() throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  /** The bytes that were sent, with what IP adds. */
  long sent() {
    return sent;
  }

  /** The largest payload that is not cut into several packets. */
  int full() {
    return peer instanceof InetSocketAddress address && address.getAddress() instanceof Inet6Address
        ? FULL_6
        : FULL;
  }

  /** Says hello to the other end, which opens firewalls on the way. */
  void meet(SocketAddress other) throws IOException {
    peer = other;
    for (int i = 0; i < 2; i++) {
      write(packet(HELLO, 0, i, 2, HEADER));
    }
  }

  private void receive() {
    var buffer = ByteBuffer.allocateDirect(1 << 16);
    try {
      while (true) {
        buffer.clear();
        @Nullable SocketAddress from = channel.receive(buffer);
        long now = System.nanoTime();
        buffer.flip();
        if (from == null || buffer.remaining() < HEADER || buffer.getLong(0) != nonce) {
          continue;
        }
        peer = from;
        switch (buffer.getInt(8)) {
          case PING -> {
            buffer.putInt(8, PONG);
            channel.send(buffer, from);
          }
          case PONG -> pong(buffer.getInt(16), now);
          case LOAD -> load(buffer.getInt(12), buffer.getInt(16), now);
          default -> {}
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private synchronized void pong(int number, long now) {
    ponged = number;
    pongedAt = now;
    notifyAll();
  }

  private void load(int experiment, int number, long now) {
    @Nullable Recording current = recording;
    if (current != null
        && current.experiment == experiment
        && number >= 0
        && number < current.nanos.length
        && current.nanos[number] == Long.MIN_VALUE) {
      current.nanos[number] = now;
      current.last = now;
      current.count.incrementAndGet();
    }
  }

  private ByteBuffer packet(int kind, int experiment, int number, int count, int bytes) {
    var packet = ByteBuffer.allocateDirect(bytes);
    packet.putLong(nonce).putInt(kind).putInt(experiment).putInt(number).putInt(count);
    return packet.clear();
  }

  private void write(ByteBuffer packet) throws IOException {
    @Nullable SocketAddress to = peer;
    if (to == null) {
      throw new IOException("the other end has not said hello over UDP");
    }
    sent += packet.remaining() + OVERHEAD;
    channel.send(packet, to);
  }

  /** Round trips in seconds, one after the other, of those that are answered. */
  double[] ping(int first, int count, double patience) throws IOException {
    var times = new double[count];
    int answered = 0;
    double wait = patience;
    for (int i = 0; i < count; i++) {
      double time = ping(first + i, wait);
      if (!Double.isNaN(time)) {
        times[answered++] = time;
        wait = Math.min(patience, 4 * time + 0.3);
      } else if (answered == 0 && i >= 1) {
        break; // nothing gets through
      }
    }
    return Arrays.copyOf(times, answered);
  }

  private double ping(int number, double patience) throws IOException {
    var packet = packet(PING, 0, number, 0, HEADER);
    long start = System.nanoTime();
    write(packet);
    long end = start + (long) (patience * 1e9);
    synchronized (this) {
      while (ponged != number) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return Double.NaN;
        }
        try {
          wait(left / 1_000_000, (int) (left % 1_000_000));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
      }
      return (pongedAt - start) * 1e-9;
    }
  }

  /** From now on, packets of this experiment are noted. */
  void expect(int experiment, int count) {
    recording = new Recording(experiment, count);
  }

  /**
   * Waits until all packets have arrived, or none for a while.
   *
   * @param quiet seconds without a packet after which no more will come
   * @param most seconds to wait in all
   */
  Arrivals arrivals(double quiet, double most) throws IOException {
    @Nullable Recording current = recording;
    if (current == null) {
      throw new IOException("no experiment is expected");
    }
    long begun = System.nanoTime();
    while (current.count.get() < current.nanos.length
        && (System.nanoTime() - Math.max(begun, current.last)) * 1e-9 < quiet
        && (System.nanoTime() - begun) * 1e-9 < most) {
      LockSupport.parkNanos(2_000_000);
    }
    recording = null;
    return new Arrivals(current.nanos, current.count.get(), dropped() - current.droppedBefore);
  }

  /**
   * Sends packets.
   *
   * @param perSecond the pace, kept on average; infinite for as fast as possible
   * @return the seconds from the first to the last
   */
  double send(int experiment, int count, int bytes, double perSecond) throws IOException {
    var packet = packet(LOAD, experiment, 0, count, bytes);
    double nanosEach = 1e9 / perSecond;
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long due = start + Math.round(i * nanosEach);
      for (long left = due - System.nanoTime(); left > LEAST_WAIT; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      packet.clear().putInt(16, i);
      write(packet);
    }
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Datagrams that this host dropped because nobody took them in time; 0 if it does not say. */
  private static long dropped() {
    return dropped4() + dropped6();
  }

  private static long dropped6() {
    try (var lines = Files.lines(COUNTERS6)) {
      return lines
          .filter(line -> line.startsWith("Udp6RcvbufErrors"))
          .mapToLong(
              line -> Long.parseLong(line.replaceAll("\\D+", " ").strip().replaceAll(".* ", "")))
          .sum();
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  private static long dropped4() {
    try {
      var lines = Files.readAllLines(COUNTERS).stream().filter(l -> l.startsWith("Udp:")).toList();
      var names = Arrays.asList(lines.get(0).split(" ", -1));
      int column = names.indexOf("RcvbufErrors");
      return column < 0 ? 0 : Long.parseLong(lines.get(1).split(" ", -1)[column]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is of no more use in any case.
    }
    thread.interrupt();
  }
}
