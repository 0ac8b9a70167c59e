package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One end of a session between two probes. The end that dialled gives orders; the other serves.
 *
 * <p>Orders are a byte and numbers. {@code EXPECT experiment count}: note packets; answered with a
 * 0. {@code REPORT quiet most times}: what came, answered with the count, how many the host itself
 * dropped, and all times if they are wanted. {@code SEND experiment count bytes rate}: answered
 * with the seconds it took. {@code TAKE least most narrow}: receive bulk data until its rate is
 * steady; answered with rate, interval, bytes, and what had arrived at which time. {@code GIVE}:
 * send bulk data until {@code STOP}. {@code SWAP seconds}: send and receive bulk data for a time,
 * answered like {@code TAKE}.
 */
final class Session implements AutoCloseable {
  private static final int EXPECT = 1;
  private static final int REPORT = 2;
  private static final int SEND = 3;
  private static final int TAKE = 4;
  private static final int GIVE = 5;
  private static final int STOP = 6;
  private static final int SWAP = 7;

  private static final double LONGEST = 600;
  private static final int SILENCE_MILLIS = 700_000;

  /** An end that serves waits as long for its turn: the process ends with the measurement. */
  private static final int TURN_MILLIS = 24 * 3600 * 1000;

  private static final int ORDER_TRIPS = 3;

  private final Socket orders;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Bulk bulk;
  private final Datagrams datagrams;
  private final boolean hasDatagrams;
  private int experiment;
  private int pings;

  /**
   * @param hasDatagrams whether datagrams may get through; if not, none is sent
   */
  Session(Socket orders, Socket data, Datagrams datagrams, boolean hasDatagrams)
      throws IOException {
    this.orders = orders;
    this.in = new DataInputStream(new BufferedInputStream(orders.getInputStream(), 1 << 16));
    this.out = new DataOutputStream(new BufferedOutputStream(orders.getOutputStream(), 1 << 12));
    this.bulk = new Bulk(data);
    this.datagrams = datagrams;
    this.hasDatagrams = hasDatagrams;
    orders.setSoTimeout(SILENCE_MILLIS);
    orders.setTcpNoDelay(true);
  }

  /** The bytes that this end sent. */
  long sent() {
    return datagrams.sent() + bulk.sent();
  }

  boolean hasDatagrams() {
    return hasDatagrams;
  }

  /** The payload of a whole packet. */
  int full() {
    return datagrams.full();
  }

  // ---- the end that gives orders

  double[] pings(int count, double patience) throws IOException {
    var times = datagrams.ping(pings, count, patience);
    pings += count;
    return times;
  }

  /** The shortest of some round trips of orders, in seconds. */
  double orderTrip() throws IOException {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ORDER_TRIPS; i++) {
      least = Math.min(least, oneOrder());
    }
    return least;
  }

  /** A round trip of an order, in seconds. */
  double oneOrder() throws IOException {
    experiment++;
    long start = System.nanoTime();
    expect(1);
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Packets from here to there, or back. */
  record Train(Datagrams.Arrivals arrivals, double sendSeconds) {}

  /** Sends packets from one end to the other. */
  Train train(boolean there, int count, int bytes, double perSecond, double quiet)
      throws IOException {
    return train(there, count, bytes, perSecond, quiet, true);
  }

  /** The same, with or without the times of arrival. */
  Train train(
      boolean there, int count, int bytes, double perSecond, double quiet, boolean withTimes)
      throws IOException {
    experiment++;
    double most = count / Math.min(perSecond, 1e9) + LONGEST / 4;
    if (there) {
      expect(count);
      double seconds = datagrams.send(experiment, count, bytes, perSecond);
      return new Train(report(quiet, most, withTimes), seconds);
    }
    datagrams.expect(experiment, count);
    order(count, bytes, perSecond);
    var arrivals = CompletableFuture.supplyAsync(() -> waited(quiet, most));
    double seconds = in.readDouble();
    return new Train(get(arrivals), seconds);
  }

  private Datagrams.Arrivals waited(double quiet, double most) {
    try {
      return datagrams.arrivals(quiet, most);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void order(int count, int bytes, double perSecond) throws IOException {
    out.writeByte(SEND);
    out.writeInt(experiment);
    out.writeInt(count);
    out.writeInt(bytes);
    out.writeDouble(perSecond);
    out.flush();
  }

  private void expect(int count) throws IOException {
    out.writeByte(EXPECT);
    out.writeInt(experiment);
    out.writeInt(count);
    out.flush();
    in.readByte();
  }

  private Datagrams.Arrivals report(double quiet, double most, boolean withTimes)
      throws IOException {
    out.writeByte(REPORT);
    out.writeDouble(quiet);
    out.writeDouble(most);
    out.writeBoolean(withTimes);
    out.flush();
    int count = in.readInt();
    long dropped = in.readLong();
    var nanos = new long[Math.min(Datagrams.MOST_PACKETS, in.readInt())];
    long base = in.readLong();
    for (int i = 0; i < nanos.length; i++) {
      int micros = in.readInt();
      nanos[i] = micros < 0 ? Long.MIN_VALUE : base + 1000L * micros;
    }
    return new Datagrams.Arrivals(nanos, count, dropped);
  }

  /**
   * Packets in both directions at the same time.
   *
   * @param overlap the share of the time of sending in which packets of the other end arrived
   */
  record Both(Train there, Train back, double overlap) {}

  /** Sends packets in both directions at the same time. */
  Both both(int[] counts, int bytes, double[] perSecond, double quiet) throws IOException {
    experiment++;
    double most = counts[0] / perSecond[0] + LONGEST / 4;
    expect(counts[0]);
    datagrams.expect(experiment, counts[1]);
    order(counts[1], bytes, perSecond[1]);
    long start = System.nanoTime();
    double sending = datagrams.send(experiment, counts[0], bytes, perSecond[0]);
    long end = System.nanoTime();
    double sendingBack = in.readDouble();
    var back = datagrams.arrivals(quiet, most);
    var there = report(quiet, most, true);
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (long time : back.nanos()) {
      first = time == Long.MIN_VALUE ? first : Math.min(first, time);
      last = Math.max(last, time);
    }
    double both = Math.max(0.0, Math.min(end, last) - (double) Math.max(start, first));
    return new Both(
        new Train(there, sending), new Train(back, sendingBack), both / Math.max(1, end - start));
  }

  /** A TCP transfer until its rate is steady. */
  Bulk.Result bulk(boolean there, double least, double most, double narrow) throws IOException {
    if (there) {
      out.writeByte(TAKE);
      out.writeDouble(least);
      out.writeDouble(most);
      out.writeDouble(narrow);
      out.flush();
      bulk.give(() -> in.available() > 0);
      return result();
    }
    out.writeByte(GIVE);
    out.flush();
    return bulk.take(
        least,
        most,
        narrow,
        result -> {
          out.writeByte(STOP);
          out.flush();
        });
  }

  /** TCP transfers in both directions at the same time: there, then back. */
  Bulk.Result[] swap(double seconds) throws IOException {
    out.writeByte(SWAP);
    out.writeDouble(seconds);
    out.flush();
    var back = bulk.swap(seconds);
    return new Bulk.Result[] {result(), back};
  }

  private Bulk.Result result() throws IOException {
    return new Bulk.Result(
        new MedianInterval(in.readDouble(), in.readDouble(), in.readDouble()),
        in.readLong(),
        FlowCurve.read(in));
  }

  // ---- the end that serves

  /** Serves until the other end hangs up. */
  void serve() throws IOException {
    orders.setKeepAlive(true);
    orders.setSoTimeout(TURN_MILLIS);
    while (true) {
      int order = in.read();
      switch (order) {
        case -1 -> {
          return;
        }
        case EXPECT -> {
          int number = in.readInt();
          datagrams.expect(number, packets(in.readInt()));
          out.writeByte(0);
        }
        case REPORT -> {
          double quiet = seconds();
          double most = seconds();
          boolean withTimes = in.readBoolean();
          tell(datagrams.arrivals(quiet, most), withTimes);
        }
        case SEND -> {
          int number = in.readInt();
          int count = packets(in.readInt());
          int bytes = Math.clamp(in.readInt(), Datagrams.HEADER, Datagrams.FULL);
          out.writeDouble(datagrams.send(number, count, bytes, in.readDouble()));
        }
        case TAKE -> bulk.take(seconds(), seconds(), in.readDouble(), this::tellNow);
        case GIVE -> {
          bulk.give(() -> in.available() > 0);
          if (in.read() != STOP) {
            throw new IOException("the other end did not say stop");
          }
        }
        case SWAP -> tell(bulk.swap(seconds()));
        default -> throw new IOException("order %d, expected another".formatted(order));
      }
      out.flush();
    }
  }

  private void tellNow(Bulk.Result result) throws IOException {
    tell(result);
    out.flush();
  }

  private double seconds() throws IOException {
    double seconds = in.readDouble();
    if (!(seconds >= 0 && seconds <= LONGEST)) {
      throw new IOException("%s s, expected %s at most".formatted(seconds, LONGEST));
    }
    return seconds;
  }

  private static int packets(int count) throws IOException {
    if (count < 1 || count > Datagrams.MOST_PACKETS) {
      throw new IOException(
          "%d packets, expected 1 to %d".formatted(count, Datagrams.MOST_PACKETS));
    }
    return count;
  }

  private void tell(Datagrams.Arrivals arrivals, boolean withTimes) throws IOException {
    out.writeInt(arrivals.count());
    out.writeLong(arrivals.dropped());
    out.writeInt(withTimes ? arrivals.nanos().length : 0);
    long base = Long.MAX_VALUE;
    for (long time : arrivals.nanos()) {
      base = time == Long.MIN_VALUE ? base : Math.min(base, time);
    }
    out.writeLong(base == Long.MAX_VALUE ? 0 : base);
    for (long time : withTimes ? arrivals.nanos() : new long[0]) {
      out.writeInt(time == Long.MIN_VALUE ? -1 : (int) Math.min(1L << 30, (time - base) / 1000));
    }
  }

  private void tell(Bulk.Result result) throws IOException {
    out.writeDouble(result.rate().median());
    out.writeDouble(result.rate().low());
    out.writeDouble(result.rate().high());
    out.writeLong(result.bytes());
    result.curve().write(out);
  }

  private static <T> T get(CompletableFuture<T> future) throws IOException {
    try {
      return future.get((long) LONGEST, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    datagrams.close();
    bulk.close();
    try {
      orders.close();
    } catch (IOException e) {
      // It is of no more use in any case.
    }
  }
}
