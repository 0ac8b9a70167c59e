package io.strait.transport.store;

import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An append-only log in a folder, in the format that this package's description gives. Appending
 * puts a record into memory. When {@link #sync} asks for it, or when much waits, a thread of the
 * log writes all that waits with one force and tells the {@link Listener}. Any thread may call any
 * method.
 *
 * <p>Payloads are not copied, so neither the thread that appends one nor a thread that reads one
 * may change it.
 */
public final class Log implements Disk, AutoCloseable {
  private static final byte[] NONE = new byte[0];
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Path folder;
  private final long segmentBytes;
  private final Listener listener;
  private final FolderLock lock;
  private final Staging staging;
  private volatile @Nullable Active active;

  /** What the log's thread tells the owner. Calls must be short, because the log waits for them. */
  public interface Listener {
    /** Everything appended at or before this position is safe. */
    void durable(long position);

    /** Nothing can be written, as on a full disk. The log keeps trying. Called once per trouble. */
    void trouble(String message);

    /** Everything that the trouble held up is safe now. */
    void recovered();
  }

  /** Is shown the records that a log holds. */
  public interface Visitor {
    void record(long position, byte kind, byte[] payload) throws IOException;
  }

  private record Active(Backlog backlog, Writer writer, Thread thread) {}

  private Log(Path folder, long segmentBytes, Listener listener, FolderLock lock, Staging staging) {
    this.folder = folder;
    this.segmentBytes = segmentBytes;
    this.listener = listener;
    this.lock = lock;
    this.staging = staging;
  }

  /**
   * Opens the log in a folder, which is created if it is missing. Call {@link #recover} next.
   *
   * @param segmentBytes the most of a file, unless a single record is longer; at most 1 GiB. Where
   *     there is little room, files are smaller
   * @throws IOException if another log has the folder open, or the folder cannot be used
   */
  public static Log open(Path folder, long segmentBytes, Listener listener) throws IOException {
    return open(folder, segmentBytes, listener, false);
  }

  /**
   * Opens a log whose large records bypass the system's cache where possible. That saves most of
   * the CPU time of writing them, but makes reading them again slower.
   */
  public static Log openUncached(Path folder, long segmentBytes, Listener listener)
      throws IOException {
    return open(folder, segmentBytes, listener, true);
  }

  private static Log open(Path folder, long segmentBytes, Listener listener, boolean uncached)
      throws IOException {
    if (segmentBytes < 1 || segmentBytes > Segment.LONGEST) {
      throw new IllegalArgumentException(
          "segments of %d bytes, expected 1 to %d".formatted(segmentBytes, Segment.LONGEST));
    }
    PrivateFiles.createFolder(folder);
    return new Log(folder, segmentBytes, listener, FolderLock.lock(folder), new Staging(uncached));
  }

  /**
   * Shows all records, oldest first, and makes the log ready. All records shown are safe. Must be
   * called once, before anything else, even for a new log.
   *
   * @return how many bytes of an unfinished end were cut off
   * @throws IOException if a record before the end is damaged, with file and offset
   */
  public synchronized long recover(Visitor visitor) throws IOException {
    if (active != null) {
      throw new IllegalStateException("the log is recovered already: " + folder);
    }
    Recovery recovery = new Recovery(folder, visitor);
    Backlog backlog = new Backlog(folder, segmentBytes, recovery.read());
    Writer writer = new Writer(folder, backlog, listener, staging);
    Thread thread = Thread.ofPlatform().name("log " + folder.getFileName()).daemon().start(writer);
    active = new Active(backlog, writer, thread);
    return recovery.cut();
  }

  @Override
  public long append(byte kind, byte[] record) {
    return active().backlog.append(kind, NONE, record, Scattered.NONE);
  }

  @Override
  public long append(byte kind, byte[] head, byte[] rest) {
    return active().backlog.append(kind, head, rest, Scattered.NONE);
  }

  @Override
  public long append(byte kind, byte[] head, Scattered rest) {
    return active().backlog.append(kind, head, NONE, rest);
  }

  @Override
  public void sync() {
    active().backlog.sync();
  }

  /** Reads a record, from memory if it is not safe yet, otherwise from its file. */
  @Override
  public byte[] read(long position) {
    Backlog backlog = active().backlog;
    byte[] payload = backlog.find(position);
    if (payload != null) {
      return payload;
    }
    Segment segment = backlog.segment(position);
    // Unlike a channel, this stays open when the reading thread is interrupted.
    try (var file = new RandomAccessFile(segment.file().toFile(), "r")) {
      file.seek(position - segment.base());
      int length = file.readInt();
      int checksum = file.readInt();
      byte kind = file.readByte();
      if (length >= 0 && length <= file.length() - file.getFilePointer()) {
        payload = new byte[length];
        file.readFully(payload);
        if (checksum == new RecordFrame().checksum(position, kind, payload)) {
          return payload;
        }
      }
      throw new IOException(
          "%s: offset %d: the record is damaged"
              .formatted(segment.file(), position - segment.base()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void release(long position) {
    active().backlog.release(position);
  }

  @Override
  public void releaseBefore(long position) {
    active().backlog.releaseBefore(position);
  }

  /** Measured whenever something was written or deleted. */
  @Override
  public long room() {
    return active().backlog.room();
  }

  /** The bytes in memory that are not safe yet. */
  public long pendingBytes() {
    return active().backlog.pendingBytes();
  }

  /** What keeps the log from writing now, if anything does. */
  public Optional<String> trouble() {
    return active().writer.trouble();
  }

  /**
   * Makes safe what waits, for a few seconds at most, and closes the files. The listener must not
   * call it.
   *
   * @throws IOException if something could not be made safe
   */
  @Override
  public synchronized void close() throws IOException {
    Active open = active;
    if (open == null) {
      lock.close();
      return;
    }
    long until = System.nanoTime() + CLOSING.toNanos();
    open.backlog.close(until);
    if (await(open.thread, until + CLOSING.toNanos())) {
      lock.close(); // another owner may write only when this thread no longer does
    }
    long lost = open.backlog.pendingBytes();
    if (lost > 0) {
      throw new IOException(
          "%d bytes could not be made safe: %s"
              .formatted(lost, open.writer.trouble().orElse("the disk does not answer")));
    }
  }

  /** Waits until a thread ends, even when interrupted. Returns false if it did not end in time. */
  private static boolean await(Thread thread, long until) {
    boolean interrupted = false;
    while (thread.isAlive() && System.nanoTime() - until < 0) {
      try {
        thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private Active active() {
    Active open = active;
    if (open == null) {
      throw new IllegalStateException("not recovered yet: " + folder);
    }
    return open;
  }
}
