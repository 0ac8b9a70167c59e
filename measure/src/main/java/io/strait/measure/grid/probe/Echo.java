package io.strait.measure.grid.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Round trips of a host to itself, by the means of those to others: what programs need for one, and
 * how busy the host is.
 */
final class Echo implements AutoCloseable {
  private static final double PATIENCE = 0.2;
  private static final int WARM_UP = 300;
  private static final int TRAINS = 6;
  private static final int TRAIN = 1500;

  private final Datagrams here;
  private final Datagrams there;
  private int sent;

  Echo() throws IOException {
    var loopback = InetAddress.getLoopbackAddress();
    here = new Datagrams(loopback, 1);
    there = new Datagrams(loopback, 1);
    here.meet(new InetSocketAddress(loopback, there.port()));
  }

  double[] pings(int count) throws IOException {
    sent += count;
    return here.ping(sent - count, count, PATIENCE);
  }

  /** Lets the code that sends and receives trains be compiled before it is needed. */
  private void warmUp() throws IOException {
    for (int i = 1; i <= TRAINS; i++) {
      there.expect(i, TRAIN);
      here.send(i, TRAIN, Datagrams.FULL, 2e4);
      there.arrivals(0.01, 0.5);
    }
  }

  /** A low quantile, because what disturbs a round trip makes it longer. */
  static double seconds() throws IOException {
    try (var echo = new Echo()) {
      echo.pings(WARM_UP);
      echo.warmUp();
      var times = echo.pings(WARM_UP);
      Arrays.sort(times);
      return times.length == 0 ? 0 : RoundTrips.quantile(times, 0.1);
    }
  }

  @Override
  public void close() {
    here.close();
    there.close();
  }
}
