package io.strait.measure.link;

import java.io.IOException;

/** The measuring end of a line: sends batches of messages and times them. */
final class Meter implements AutoCloseable {
  private static final double PATIENCE_SECONDS = 60;

  private final Line line;
  private final Watch watch;
  private long bytes;
  private double streamed;
  private double queuedHere;
  private double queuedThere;

  /** Greets the probe at the other end. */
  Meter(Line line) throws IOException {
    this.line = line;
    this.watch = new Watch(line);
    watch.allow(PATIENCE_SECONDS);
    try {
      Protocol.greet(line, Protocol.Role.MEASURING);
    } catch (IOException e) {
      watch.close();
      throw e;
    }
  }

  /** The bytes of all messages so far, in both directions. */
  long bytes() {
    return bytes;
  }

  /**
   * The share of the time of streams in which the end that is worse off waited for a core; 0 if
   * nobody knows.
   */
  double contention() {
    return streamed > 0 ? Math.max(queuedHere, queuedThere) / streamed : 0;
  }

  /** Messages one after the other. */
  Batch stream(int size, long count) throws IOException {
    return batch(Protocol.STREAM, size, count);
  }

  /** Messages there and back. */
  Batch roundTrips(int size, long count) throws IOException {
    return batch(Protocol.ROUND_TRIP, size, count);
  }

  private Batch batch(long work, int size, long count) throws IOException {
    watch.allow(PATIENCE_SECONDS);
    boolean back = work == Protocol.ROUND_TRIP;
    try {
      long queue = QueueClock.nanos();
      long start = System.nanoTime();
      long cpu = CpuClock.nanos();
      line.tell(new Line.Notice(work, size, count));
      for (long i = 0; i < count; i++) {
        line.send(size);
        if (back) {
          line.receive(size);
        }
      }
      var report = line.hear();
      cpu = CpuClock.nanos() - cpu;
      double seconds = (System.nanoTime() - start) * 1e-9;
      bytes += (back ? 2L : 1L) * size * count;
      if (!back) {
        streamed += seconds;
        queuedHere += (QueueClock.nanos() - queue) * 1e-9;
        queuedThere += report.third() * 1e-9;
      }
      return new Batch(count, seconds, cpu * 1e-9, report.first() * 1e-9);
    } catch (IOException e) {
      throw new LinkException(
          watch.isExpired()
              ? "the probe has not answered for %.0f s".formatted(PATIENCE_SECONDS)
              : "the probe is lost, after messages of %d B".formatted(size));
    }
  }

  /** Lets the probe go. */
  void end() throws IOException {
    line.tell(new Line.Notice(Protocol.END, 0, 0));
  }

  @Override
  public void close() {
    watch.close();
  }
}
