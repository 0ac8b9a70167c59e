package io.strait.measure.grid.probe;

import io.strait.measure.MedianInterval;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Transfers over TCP: blocks with their length before them, and a length of zero at the end. The
 * receiver says when it has seen enough.
 */
final class Bulk implements AutoCloseable {
  private static final int FIRST_BLOCK = 4 << 10;
  private static final int BLOCK = 64 << 10;
  private static final int SMALL_BLOCKS = 16;
  private static final int MOST_BLOCK = 1 << 20;

  /** Points of the rate are so many seconds apart at least. */
  private static final double STEP = 0.002;

  private static final int SILENCE_MILLIS = 60_000;

  /** The rate in bytes per second, how many bytes it took to find it, and when they arrived. */
  record Result(MedianInterval rate, long bytes, FlowCurve curve) {}

  /** Whether the other end has seen enough. */
  interface Enough {
    boolean is() throws IOException;
  }

  /** Is told the result as soon as it is known. */
  interface Known {
    void tell(Result result) throws IOException;
  }

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private long sent;

  Bulk(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BLOCK));
    this.out = new DataOutputStream(socket.getOutputStream());
    socket.setSoTimeout(SILENCE_MILLIS);
  }

  long sent() {
    return sent;
  }

  /** Sends until the other end has seen enough. */
  void give(Enough enough) throws IOException {
    var block = new byte[BLOCK];
    for (int i = 0; !enough.is(); i++) {
      int length = i < SMALL_BLOCKS ? FIRST_BLOCK : BLOCK;
      out.writeInt(length);
      out.write(block, 0, length);
      sent += length;
    }
    out.writeInt(0);
    out.flush();
  }

  /**
   * Receives until the rate is steady, and then the rest.
   *
   * @param least seconds
   * @param most seconds
   * @param narrow how wide half of the interval may be
   */
  Result take(double least, double most, double narrow, Known known) throws IOException {
    var steady = new SteadyRate(narrow);
    long begun = System.nanoTime();
    long first = 0;
    double last = 0;
    long bytes = 0;
    boolean isKnown = false;
    var result = new Result(steady.interval(), 0, FlowCurve.NONE);
    var buffer = new byte[BLOCK];
    for (int block = length(); block > 0; block = length()) {
      for (int left = block; left > 0; ) {
        int got = in.read(buffer, 0, Math.min(buffer.length, left));
        if (got < 0) {
          throw new IOException("the other end hung up in the middle of a transfer");
        }
        left -= got;
        long now = System.nanoTime();
        if (first == 0) {
          first = now;
          continue;
        }
        bytes += got;
        double seconds = (now - first) * 1e-9;
        if (seconds - last >= STEP && !isKnown) {
          last = seconds;
          steady.add(seconds, (double) bytes);
          if (steady.isSteady(least) || (now - begun) * 1e-9 >= most) {
            isKnown = true;
            result = new Result(steady.interval(), bytes, steady.curve(first));
            known.tell(result);
          }
        }
      }
    }
    if (!isKnown) {
      result = new Result(steady.interval(), bytes, steady.curve(first));
      known.tell(result);
    }
    return result;
  }

  private int length() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST_BLOCK) {
      throw new IOException(
          "a block of %d bytes, expected %d at most".formatted(length, MOST_BLOCK));
    }
    return length;
  }

  /**
   * Sends and receives for so many seconds; returns what arrived here, by a clock that begins when
   * this end began to send.
   */
  Result swap(double seconds) throws IOException {
    var sending =
        new FutureTask<>(
            () -> {
              long start = System.nanoTime();
              give(() -> System.nanoTime() - start >= seconds * 1e9);
              return start;
            });
    Thread.ofPlatform().daemon().name("bulk").start(sending);
    var result = take(2 * seconds, 2 * seconds, 0, known -> {});
    try {
      return new Result(result.rate(), result.bytes(), result.curve().ahead(-sending.get()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException("sending failed: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no more use in any case.
    }
  }
}
