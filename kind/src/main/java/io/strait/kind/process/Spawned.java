package io.strait.kind.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process that {@link Spawner} has started, the first of its group. Nobody else gets its number
 * before {@link #reap}, so the group can be killed until then without meeting strangers. Its input
 * is empty. Each of its outputs is read and closed by one thread.
 */
final class Spawned extends Process {
  private static final int BUFFER = 64 << 10;

  /** Threads that wait for the end of a process each. */
  private static final ExecutorService WAITERS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().stackSize(128 << 10).name("end of tasks ", 0).factory());

  private static final ThreadLocal<MemorySegment> BUFFERS =
      ThreadLocal.withInitial(() -> Spawner.buffer(BUFFER));

  private final Spawner spawner;
  private final int pid;
  private final InputStream output;
  private final InputStream errors;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exit;
  private boolean reaped;

  Spawned(Spawner spawner, Spawner.Started started) {
    this.spawner = spawner;
    this.pid = started.pid();
    this.output = new Pipe(started.output());
    this.errors = started.errors() < 0 ? InputStream.nullInputStream() : new Pipe(started.errors());
    WAITERS.execute(
        () -> {
          exit = spawner.await(pid, false);
          ended.countDown();
        });
  }

  /** What comes out of a pipe. */
  private final class Pipe extends InputStream {
    private int descriptor;

    Pipe(int descriptor) {
      this.descriptor = descriptor;
    }

    @Override
    public int read() {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int at, int length) {
      if (length == 0) {
        return 0;
      }
      var buffer = BUFFERS.get();
      int most = Math.min(length, BUFFER);
      int count = descriptor < 0 ? 0 : spawner.read(descriptor, buffer.asSlice(0, most));
      MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, to, at, count);
      return count == 0 ? -1 : count;
    }

    @Override
    public void close() {
      spawner.close(descriptor);
      descriptor = -1;
    }
  }

  /** Kills it and all of its group. */
  void killGroup() {
    kill(-pid);
  }

  private synchronized void kill(int whom) {
    if (!reaped) {
      spawner.kill(whom);
    }
  }

  /** Lets go of its number, once it has ended. */
  synchronized void reap() {
    if (!reaped) {
      spawner.await(pid, true);
      reaped = true;
    }
  }

  @Override
  public OutputStream getOutputStream() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return output;
  }

  @Override
  public InputStream getErrorStream() {
    return errors;
  }

  @Override
  public int waitFor() throws InterruptedException {
    ended.await();
    return exit;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    return ended.await(timeout, unit);
  }

  @Override
  public int exitValue() {
    if (isAlive()) {
      throw new IllegalThreadStateException("process %d has not ended".formatted(pid));
    }
    return exit;
  }

  @Override
  public boolean isAlive() {
    return ended.getCount() > 0;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public ProcessHandle toHandle() {
    return ProcessHandle.of(pid).orElseThrow();
  }

  /** Nobody, once another process may have its number. */
  @Override
  public synchronized Stream<ProcessHandle> descendants() {
    return reaped
        ? Stream.empty()
        : ProcessHandle.of(pid).map(ProcessHandle::descendants).orElseGet(Stream::empty);
  }

  @Override
  public void destroy() {
    kill(pid);
  }

  @Override
  public Process destroyForcibly() {
    kill(pid);
    return this;
  }
}
