package io.strait.kind.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads all that a process prints, in another thread, and keeps its beginning up to a limit and its
 * end. The process never waits for us, however much it prints.
 */
public final class Captured {
  /** How much of the end is kept. */
  public static final int TAIL = 64 << 10;

  private static final int CHUNK = 64 << 10;

  /** Threads that read, each for one process after the other: starting one takes a while. */
  private static final ExecutorService READERS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("output of tasks ", 0).factory());

  private static final ThreadLocal<byte[]> BUFFERS = ThreadLocal.withInitial(() -> new byte[CHUNK]);

  private final InputStream in;
  private final int most;
  private final Runnable onTooMuch;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<byte[]> chunks = new ArrayList<>();
  private byte[] tail = {};
  private long read;
  private boolean tooMuch;
  private @Nullable Throwable problem;

  /**
   * @param most how many bytes of the beginning are kept; 0 to keep the end only
   * @param onTooMuch called once if there is more than that, and that is not 0
   */
  public Captured(InputStream in, int most, Runnable onTooMuch) {
    this.in = in;
    this.most = most;
    this.onTooMuch = onTooMuch;
    READERS.execute(this::readAll);
  }

  private void readAll() {
    var buffer = BUFFERS.get();
    try (in) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        keep(buffer, count);
      }
    } catch (IOException e) {
      // The pipe broke: nothing more will come.
    } finally {
      over.countDown();
    }
  }

  private void keep(byte[] buffer, int count) {
    boolean first = false;
    synchronized (this) {
      if (most > 0 && !tooMuch && problem == null) {
        if (read + count > most) {
          first = true;
          tooMuch = true;
          chunks.clear();
        } else {
          append(buffer, count);
        }
      }
      if (tail.length == 0) {
        tail = new byte[TAIL]; // most commands print nothing to at least one of their outputs
      }
      int from = Math.max(0, count - TAIL);
      int at = (int) ((read + from) % TAIL);
      int straight = Math.min(count - from, TAIL - at);
      System.arraycopy(buffer, from, tail, at, straight);
      System.arraycopy(buffer, from + straight, tail, 0, count - from - straight);
      read += count;
    }
    if (first) {
      onTooMuch.run();
    }
  }

  /** Fills up the last chunk before it makes a new one: a process may print byte by byte. */
  private void append(byte[] buffer, int count) {
    try {
      int at = (int) (read % CHUNK);
      int straight = at == 0 ? 0 : Math.min(count, CHUNK - at);
      if (straight > 0) {
        System.arraycopy(buffer, 0, chunks.getLast(), at, straight);
      }
      if (straight < count) {
        chunks.add(Arrays.copyOf(Arrays.copyOfRange(buffer, straight, count), CHUNK));
      }
    } catch (OutOfMemoryError e) {
      problem = e;
      chunks.clear();
    }
  }

  /** Waits for the end of the output, but not for ever; whether it came. */
  public boolean await(long millis) throws InterruptedException {
    return over.await(millis, TimeUnit.MILLISECONDS);
  }

  public synchronized boolean tooMuch() {
    return tooMuch;
  }

  /** All that was printed. */
  public synchronized byte[] all() {
    if (problem != null) {
      throw new OutOfMemoryError("no memory for the %d bytes of output".formatted(read));
    }
    var all = new byte[(int) read];
    for (int at = 0; at < all.length; at += CHUNK) {
      System.arraycopy(chunks.get(at / CHUNK), 0, all, at, Math.min(CHUNK, all.length - at));
    }
    chunks.clear();
    return all;
  }

  /** The end of what was printed, as text. */
  public synchronized String end() {
    int size = (int) Math.min(read, TAIL);
    var end = new byte[size];
    for (int i = 0; i < size; i++) {
      end[i] = tail[(int) ((read - size + i) % TAIL)];
    }
    return new String(end, StandardCharsets.UTF_8);
  }
}
