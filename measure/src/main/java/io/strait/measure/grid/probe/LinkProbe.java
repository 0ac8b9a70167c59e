package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures a way between two hosts over a session, with as few bytes as do.
 *
 * <p>Round trips first. Then trains of packets, each a little faster than the way is thought to be:
 * the receiver sees how far the slowest network pulls them apart ({@link Dispersion}). A train is
 * so long that it takes {@link #TRAIN_SECONDS} there, and longer while its first packets are faster
 * than its last, as after a network that lets bursts through. Trains go on until the interval of
 * their median is narrow. Where no datagrams get through, or packets cannot be sent fast enough,
 * TCP is used ({@link SteadyRate}). Small packets at half of the rate show losses.
 */
final class LinkProbe {
  private static final double TRAIN_SECONDS = 0.12;
  private static final double NARROW = 0.03;
  private static final double FASTER = 1.5;

  /** With fewer packets of a train than this share, a queue was full. */
  private static final double MOST_LOST = 0.9;

  private static final int FEWEST_TRAINS = 3;
  private static final int MOST_TRAINS = 7;

  /** After so many trains that could not be sent fast enough, TCP is tried. */
  private static final int MOST_SLOW = 4;

  private static final int FEWEST_PACKETS = 8;
  private static final int MOST_PACKETS = 6000;

  /** On ways slower than this many bytes per second, packets are small. */
  private static final double SLOW = 8000;

  private static final int SMALL = 200;

  /** So many small packets are more than twice what shapers let through at once at least. */
  private static final int AFTER_BURST = 16;

  /** On ways faster than this, TCP measures better than packets that a program sends one by one. */
  private static final double FAST = 40e6;

  /** Round trips that say whether hosts are near each other; so many times as long is far. */
  private static final int FEW_PINGS = 3;

  private static final double FAR = 3;

  /** A sender that cannot keep up with less than this is only busy at the moment. */
  private static final double FAST_SENDER = 5e6;

  private static final int FEWEST_PINGS = 10;
  private static final int MOST_PINGS = 120;
  private static final double PING_SECONDS = 1.2;

  /** What a round trip may take where nobody has measured it. */
  private static final double UNKNOWN_TRIP = 0.5;

  private static final double FIRST_PATIENCE = 5;

  private static final int MOST_BOTH = 6;
  private static final double LEAST_OVERLAP = 0.7;
  private static final double BOTH_FREE = 1.6;
  private static final double ONE_NETWORK = 0.12;
  private static final double NEAR = 0.005;
  private static final double FAST_ENOUGH = 1e6;

  private static final int LOSS_BYTES = Datagrams.HEADER + 8;
  private static final int FIRST_LOSS = 400;
  private static final int MOST_LOSS = 20_000;
  private static final double LOSS_PER_SECOND = 4000;
  private static final double LOSS_SECONDS = 6;

  /** The bytes for losses at most, in seconds of what the way carries. */
  private static final double LOSS_SHARE = 0.8;

  /** So many lost packets make the share well known. */
  private static final double ENOUGH_LOST = 250;

  private final Session session;
  private final double own;
  private final long begun = System.nanoTime();
  private long bytesBack;
  private long packets;
  private long lost;
  private double trip = Double.NaN;

  /**
   * @param own seconds of a round trip of these hosts to themselves
   */
  LinkProbe(Session session, double own) {
    this.session = session;
    this.own = own;
  }

  /**
   * The shortest of some round trips.
   *
   * @param near a time below which no more are needed
   */
  RoundTrips trips(int count, double near) throws IOException {
    double rough = session.orderTrip();
    if (!session.hasDatagrams()) {
      return byOrders(rough);
    }
    double least = Double.POSITIVE_INFINITY;
    int answered = 0;
    for (int i = 0; i < count && !(least <= near); i += FEW_PINGS) {
      for (double each : session.pings(FEW_PINGS, patience(rough))) {
        least = Math.min(least, each);
        answered++;
      }
      if (answered == 0 || (i > 0 && least > FAR * near)) {
        break;
      }
    }
    if (answered == 0) {
      return byOrders(rough);
    }
    trip = Math.max(0, least - own);
    return new RoundTrips(trip, Double.NaN, Double.NaN, 0, answered);
  }

  /** How long an answer may take where orders take so long; both may meet others' traffic. */
  private static double patience(double rough) {
    return Math.min(FIRST_PATIENCE, 0.5 + 10 * rough);
  }

  /** Where no datagram gets through, orders say roughly how far it is. */
  private RoundTrips byOrders(double rough) {
    trip = Math.max(0, rough - own);
    return new RoundTrips(trip, Double.NaN, Double.NaN, Double.NaN, 0);
  }

  /** Round trips of orders, where there is nothing else. */
  private RoundTrips manyOrders() throws IOException {
    long start = System.nanoTime();
    var times = new ArrayList<Double>();
    while (times.size() < FEWEST_PINGS
        || (times.size() < MOST_PINGS && (System.nanoTime() - start) * 1e-9 < PING_SECONDS)) {
      times.add(session.oneOrder());
    }
    var trips = RoundTrips.of(values(times), own);
    trip = trips.seconds();
    return trips;
  }

  /** As many round trips as it takes to know their median, and some of this host to itself. */
  private RoundTrips manyTrips() throws IOException {
    if (!session.hasDatagrams()) {
      return manyOrders();
    }
    long start = System.nanoTime();
    var times = new ArrayList<Double>();
    var echoes = new ArrayList<Double>();
    try (var echo = new Echo()) {
      echo.pings(10 * FEWEST_PINGS); // warms up
      while (times.size() < MOST_PINGS) {
        for (double each : echo.pings(FEWEST_PINGS)) {
          echoes.add(each);
        }
        var more = session.pings(FEWEST_PINGS, FIRST_PATIENCE);
        for (double each : more) {
          times.add(each);
        }
        double passed = (System.nanoTime() - start) * 1e-9;
        if (more.length == 0 || passed > PING_SECONDS) {
          break;
        }
      }
    }
    if (times.isEmpty()) {
      return byOrders(session.orderTrip());
    }
    var trips = RoundTrips.of(values(times), values(echoes));
    trip = trips.seconds();
    return trips;
  }

  /**
   * Everything about the way.
   *
   * @param withLoss whether losses are of interest
   * @param withBoth whether it matters that both directions share a network
   */
  LinkFigures measure(boolean withLoss, boolean withBoth) throws IOException {
    long sent = session.sent();
    var trips = manyTrips();
    boolean isTcp = trips.count() == 0 || !session.hasDatagrams();
    var there = isTcp ? none() : trains(true);
    isTcp |= Double.isNaN(there.median());
    var back = isTcp ? none() : trains(false);
    isTcp |= Double.isNaN(back.median());
    if (isTcp) {
      there = bulk(true);
      back = bulk(false);
    }
    double together = Double.NaN;
    if (withBoth) {
      together = together(there.median(), back.median(), isTcp);
    }
    if (withLoss && trips.count() > 0 && session.hasDatagrams()) {
      losses(true, there.median());
      losses(false, back.median());
    }
    return new LinkFigures(
        trips,
        there,
        back,
        isTcp,
        packets,
        lost,
        together,
        session.sent() - sent + bytesBack,
        (System.nanoTime() - begun) * 1e-9);
  }

  private static MedianInterval none() {
    return new MedianInterval(Double.NaN, Double.NaN, Double.NaN);
  }

  /** How long without a packet means that no more will come. */
  private double quiet(double rate, int bytes) {
    double known = Double.isNaN(trip) ? UNKNOWN_TRIP : trip;
    return Math.max(0.25, 2 * known + 8 * (bytes + Datagrams.OVERHEAD) / rate);
  }

  /** The rate of whole packets; NaN if it cannot be found this way. */
  private MedianInterval trains(boolean there) throws IOException {
    double rate = crude(there);
    if (!(rate > 0) || rate > FAST) {
      return none();
    }
    int bytes = rate < SLOW ? SMALL : session.full();
    int whole = bytes + Datagrams.OVERHEAD;
    double seconds = TRAIN_SECONDS;
    var rates = new ArrayList<Double>();
    int slow = 0;
    double most = 0;
    for (int i = 0; i < 2 * MOST_TRAINS && rates.size() < MOST_TRAINS; i++) {
      int count = (int) Math.clamp(rate * seconds / whole, FEWEST_PACKETS, MOST_PACKETS);
      double pace = FASTER * rate / whole;
      var train = session.train(there, count, bytes, pace, quiet(rate, bytes));
      note(there, count, whole);
      var seen = Dispersion.of(train.arrivals().nanos());
      if (Double.isNaN(seen.rate())) {
        continue;
      }
      double got = got(seen, count, whole);
      double offered = count > 1 ? (count - 1) / train.sendSeconds() * whole : rate;
      if (got > 0.95 * offered) {
        most = Math.max(most, got);
        if (offered < 0.8 * pace * whole) {
          slow++; // the sender was the slowest
        } else {
          rate = Math.max(1.3 * rate, got); // the way is faster than it was thought to be
          rates.clear();
        }
        if (rate > FAST || (slow >= MOST_SLOW && rate > FAST_SENDER)) {
          return none();
        }
        continue;
      }
      if (seen.early() > 1.15 * seen.late() && seconds < 1 && count >= 30) {
        seconds *= 2; // a burst got through
        rate = seen.late() * whole;
        rates.clear();
        continue;
      }
      rates.add(got);
      rate = interval(rates).median();
      if (rates.size() >= FEWEST_TRAINS && interval(rates).relative() <= NARROW) {
        break;
      }
    }
    if (rates.isEmpty() && most > 0) {
      return new MedianInterval(most, Double.NaN, Double.NaN); // it is that at least
    }
    return rates.isEmpty() ? none() : interval(rates);
  }

  /** The rate of a train. What a full queue drops was never served, unlike what is lost later. */
  private static double got(Dispersion seen, int count, int whole) {
    double arrived = (double) seen.packets() / count;
    return seen.rate() * whole * (arrived < MOST_LOST ? arrived : 1);
  }

  private static double[] values(List<Double> rates) {
    return rates.stream().mapToDouble(d -> d).toArray();
  }

  /** What disturbs a train makes it slower: the better half counts. */
  private static MedianInterval interval(List<Double> rates) {
    var sorted = rates.stream().mapToDouble(d -> d).sorted().toArray();
    return MedianInterval.of(Arrays.copyOfRange(sorted, sorted.length / 2, sorted.length));
  }

  /** The rate to within a factor of two, in bytes per second. */
  private double crude(boolean there) throws IOException {
    int whole = SMALL + Datagrams.OVERHEAD;
    var first = session.train(there, 4, SMALL, 1e6, Math.max(3, 4 * trip));
    note(there, 4, whole);
    double rate = Dispersion.of(first.arrivals().nanos()).rate() * whole;
    if (!(rate > SLOW)) {
      return rate;
    }
    // The slowest shapers let a packet's bytes through at once: whole packets would wait minutes.
    var more = session.train(there, AFTER_BURST, SMALL, 1e6, Math.max(3, 4 * trip));
    note(there, AFTER_BURST, whole);
    double late = Dispersion.of(more.arrivals().nanos()).late() * whole;
    if (late <= SLOW) {
      return late;
    }
    whole = session.full() + Datagrams.OVERHEAD;
    int count = (int) Math.clamp(rate * TRAIN_SECONDS / whole, FEWEST_PACKETS, 40);
    var second =
        session.train(
            there, count, session.full(), 1e6, quiet(Math.min(rate, 1e6), session.full()));
    note(there, count, whole);
    return Dispersion.of(second.arrivals().nanos()).rate() * whole;
  }

  private void note(boolean there, int count, int whole) {
    if (!there) {
      bytesBack += (long) count * whole;
    }
  }

  private MedianInterval bulk(boolean there) throws IOException {
    var result =
        session.bulk(
            there, Math.max(0.2, 4 * zero(trip)), Math.min(15, 2 + 40 * zero(trip)), NARROW);
    bytesBack += there ? 0 : result.bytes();
    return result.rate();
  }

  private static double zero(double value) {
    return Double.isNaN(value) ? 0 : value;
  }

  /**
   * The sum of shares when both directions are full at once, as soon as attempts agree that there
   * is one network or that there are two; else the median. Far apart, where packets are slow and
   * few, one attempt that shows two is enough.
   */
  private double together(double there, double back, boolean isTcp) throws IOException {
    // Where hosts are near, TCP fills the network at once, and takes far less of their time.
    boolean isNear = trip < NEAR && Math.min(there, back) > FAST_ENOUGH;
    var seen = new ArrayList<Double>();
    int one = 0;
    int two = isNear && !isTcp ? 0 : 1;
    for (int i = 0; i < (isTcp ? 1 : MOST_BOTH); i++) {
      double once = isTcp || isNear ? swapped(there, back) : bothOnce(there, back);
      if (Double.isNaN(once)) {
        continue; // a sender was too slow, or too late
      }
      seen.add(once);
      one += Math.abs(once - 1) < ONE_NETWORK ? 1 : 0;
      two += once >= BOTH_FREE ? 1 : 0;
      if (one > 1 || two > 1) {
        return once;
      }
    }
    return seen.isEmpty() ? Double.NaN : MedianInterval.of(values(seen)).median();
  }

  private double bothOnce(double there, double back) throws IOException {
    int bytes = size(Math.min(there, back));
    int whole = bytes + Datagrams.OVERHEAD;
    double seconds = Math.max(0.25, 24 * whole / Math.min(there, back)) + 2 * zero(trip);
    double[] pace = {1.1 * there / whole, 1.1 * back / whole};
    int[] counts = {packets(pace[0] * seconds), packets(pace[1] * seconds)};
    var both = session.both(counts, bytes, pace, quiet(Math.min(there, back), bytes));
    note(false, counts[1], whole);
    if (!isFull(both.there(), counts[0], whole, there)
        || !isFull(both.back(), counts[1], whole, back)
        || both.overlap() < LEAST_OVERLAP) {
      return Double.NaN;
    }
    // While only one of them sends it has all: directions that share a network get 2 − overlap.
    double overlap = Math.min(1, both.overlap());
    double sum = share(both.there(), whole, there) + share(both.back(), whole, back);
    return 1 + (sum - (2 - overlap)) / overlap;
  }

  /** Whether a sender sent as much as the way carries. */
  private static boolean isFull(Session.Train train, int count, int whole, double alone) {
    return (count - 1) * (double) whole / train.sendSeconds() > 0.98 * alone;
  }

  /**
   * The share of its rate that a direction got, on the whole: a host that pauses sends the rest
   * while the other pauses, and both would look undisturbed piece by piece.
   */
  private static double share(Session.Train train, int whole, double alone) {
    return Math.min(1, Dispersion.mean(train.arrivals().nanos()) * whole / alone);
  }

  private double swapped(double there, double back) throws IOException {
    // Where orders and data share a connection, that begins slowly after each pause.
    double seconds =
        Math.max(trip < NEAR ? 0.3 : 0.5, (session.hasDatagrams() ? 6 : 15) * zero(trip));
    var both = session.swap(seconds);
    bytesBack += both[1].bytes();
    if (trip < NEAR) {
      var outward = both[0].curve();
      var inward = both[1].curve();
      // Times count from when each end began to send. What comes late here because the other end
      // began late comes early there.
      long late = (inward.first() - outward.first()) / 2;
      return FlowCurve.sum(List.of(outward.ahead(late).times(1 / there), inward.times(1 / back)))
          .median();
    }
    return Math.min(1, both[0].rate().median() / there)
        + Math.min(1, both[1].rate().median() / back);
  }

  /** The payload with which a rate has packets enough per second. */
  private int size(double rate) {
    return (int) Math.clamp(rate / 80 - Datagrams.OVERHEAD, SMALL, session.full());
  }

  private static int packets(double count) {
    return (int) Math.clamp(count, FEWEST_PACKETS, Datagrams.MOST_PACKETS);
  }

  private void losses(boolean there, double rate) throws IOException {
    int whole = LOSS_BYTES + Datagrams.OVERHEAD;
    double pace = Math.min(LOSS_PER_SECOND, 0.5 * rate / whole);
    int first = (int) Math.min(FIRST_LOSS, pace * LOSS_SECONDS);
    if (first < 20) {
      return;
    }
    double share = lossOf(there, first, pace);
    if (share > 0) {
      double more = Math.min(MOST_LOSS, ENOUGH_LOST / share);
      lossOf(
          there,
          (int) Math.min(more, Math.min(pace * LOSS_SECONDS, LOSS_SHARE * rate / whole)),
          pace);
    }
  }

  /** The share of so many packets that was lost. */
  private double lossOf(boolean there, int count, double pace) throws IOException {
    var train = session.train(there, count, LOSS_BYTES, pace, quiet(1e6, LOSS_BYTES) + 0.3, false);
    note(there, count, LOSS_BYTES + Datagrams.OVERHEAD);
    long missing = Math.max(0, count - train.arrivals().count() - train.arrivals().dropped());
    packets += count;
    lost += missing;
    return (double) missing / count;
  }

  /**
   * What became of a flow.
   *
   * @param lowest its lowest rate over a good part of the time
   * @param bytes that it cost
   */
  record Got(double lowest, FlowCurve curve, long bytes) {}

  /**
   * One direction with much traffic for a while, of which others may take a share.
   *
   * @param rate that it has alone
   * @param offered how much is sent per second; TCP finds its own rate
   */
  Got flow(boolean there, double rate, double offered, double seconds, boolean isTcp)
      throws IOException {
    if (isTcp) {
      var result = session.bulk(there, seconds, seconds, 1);
      return new Got(result.rate().median(), result.curve(), result.bytes());
    }
    int bytes = rate < SLOW ? SMALL : session.full(); // as in trains, with which it is compared
    int whole = bytes + Datagrams.OVERHEAD;
    double pace = offered / whole;
    int count = packets(pace * seconds);
    var arrived = session.train(there, count, bytes, pace, quiet(rate, bytes)).arrivals().nanos();
    return new Got(
        Dispersion.lowest(arrived, 0.4 * seconds) * whole,
        FlowCurve.ofPackets(arrived, whole),
        (long) count * whole);
  }
}
