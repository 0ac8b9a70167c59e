package io.strait.measure.link;

import java.io.IOException;

/** The end of a line that does what the other end orders. */
public final class Probe {
  /** A measuring end that is silent for longer is taken for lost. */
  private static final double PATIENCE_SECONDS = 120;

  private final Line line;
  private long bytes;

  public Probe(Line line) {
    this.line = line;
  }

  /**
   * Serves one measurement to its end.
   *
   * @return the bytes of all messages, in both directions
   * @throws LinkException if the other end is lost or is something else
   */
  public long serve() throws IOException {
    try (var watch = new Watch(line)) {
      watch.allow(PATIENCE_SECONDS);
      Protocol.greet(line, Protocol.Role.PROBE);
      try {
        while (true) {
          watch.allow(PATIENCE_SECONDS);
          var order = line.hear();
          if (order.first() == Protocol.END) {
            return bytes;
          }
          watch.allow(PATIENCE_SECONDS * 10);
          obey(order);
        }
      } catch (LinkException e) {
        throw e;
      } catch (IOException e) {
        throw new LinkException(
            watch.isExpired()
                ? "the measuring end has been silent for %.0f s".formatted(PATIENCE_SECONDS)
                : "the measuring end is gone before it was done");
      }
    }
  }

  private void obey(Line.Notice order) throws IOException {
    boolean back = order.first() == Protocol.ROUND_TRIP;
    if ((!back && order.first() != Protocol.STREAM)
        || order.second() < 1
        || order.second() > Line.LONGEST
        || order.third() < 0) {
      throw new LinkException(
          "an order to do %d with %d messages of %d bytes, expected messages of 1 to %d bytes"
              .formatted(order.first(), order.third(), order.second(), Line.LONGEST));
    }
    int size = (int) order.second();
    long queue = QueueClock.nanos();
    long start = System.nanoTime();
    long cpu = CpuClock.nanos();
    for (long i = 0; i < order.third(); i++) {
      line.receive(size);
      if (back) {
        line.send(size);
      }
    }
    bytes += (back ? 2L : 1L) * size * order.third();
    long used = CpuClock.nanos() - cpu;
    long passed = System.nanoTime() - start;
    line.tell(new Line.Notice(used, passed, QueueClock.nanos() - queue));
  }
}
