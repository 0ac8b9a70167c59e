package io.strait.transport.store;

import io.strait.transport.store.Log.Listener;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The thread between the backlog and the disk. It writes what waits in groups, forces each group
 * once, deletes segments, and tells the owner. While a large group is being forced, it writes the
 * next group of the same segment. When the disk fails, it cuts the group off again and retries
 * every second, record by record and in another file; nothing is lost. After a failed force it
 * writes the group anew, because it is unknown how much of it the system still holds.
 */
final class Writer implements Runnable {
  private static final long RETRY_NANOS = 1_000_000_000;
  private static final long GROUP_BYTES = 8 << 20;

  private final Path folder;
  private final Backlog backlog;
  private final Listener listener;
  private final RecordFrame frame = new RecordFrame();
  private final Staging staging;
  private final Forcer forcer = new Forcer();
  private PendingRecords group = new PendingRecords();
  private PendingRecords next = new PendingRecords();
  private @Nullable SegmentFile file;
  private volatile @Nullable String trouble;
  private long troubleBefore;
  private long retryAt = System.nanoTime();

  Writer(Path folder, Backlog backlog, Listener listener, Staging staging) {
    this.folder = folder;
    this.staging = staging;
    this.backlog = backlog;
    this.listener = listener;
  }

  /** What keeps the writer from writing, if anything does. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  @Override
  public void run() {
    try {
      while (backlog.await(retryAt)) {
        delete();
        if (System.nanoTime() - retryAt >= 0) {
          write();
        }
      }
      delete();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only the end of the JVM interrupts this thread
    } finally {
      closeFile();
      forcer.close();
    }
  }

  private void write() {
    Segment segment = backlog.group(group, trouble == null ? GROUP_BYTES : 0);
    if (segment == null) {
      return;
    }
    try {
      SegmentFile open = open(segment);
      open.write(group);
      while (trouble == null
          && group.bytes() >= Staging.LARGE
          && backlog.ahead(next, group.size(), segment, GROUP_BYTES)) {
        forceAndWriteNext(open);
      }
      open.force();
    } catch (IOException | RuntimeException e) {
      failed(e);
      return;
    }
    written(segment);
  }

  /** Forces the group that was written and meanwhile writes the next one, which takes its place. */
  private void forceAndWriteNext(SegmentFile open) throws IOException {
    long end = open.end();
    forcer.begin(open);
    @Nullable Exception problem = null;
    try {
      open.write(next);
    } catch (IOException | RuntimeException e) {
      problem = e;
    }
    forcer.await();
    open.segment().safe(end);
    written(open.segment());
    PendingRecords done = group;
    group = next;
    next = done;
    if (problem != null) {
      throw problem instanceof IOException e ? e : new IOException(problem);
    }
  }

  private void written(Segment segment) {
    long last = group.position(group.size() - 1);
    backlog.written(segment, group.size());
    backlog.measureRoom();
    tell(() -> listener.durable(last));
    if (trouble != null && backlog.safeBefore() >= troubleBefore) {
      trouble = null;
      backlog.trouble(false);
      tell(listener::recovered);
    }
  }

  private SegmentFile open(Segment segment) throws IOException {
    SegmentFile open = file;
    if (open == null || open.segment() != segment) {
      closeFile();
      open = SegmentFile.open(segment, staging, frame);
      file = open;
    }
    return open;
  }

  private void failed(Exception e) {
    String reason =
        e instanceof FileSystemException f && f.getReason() != null
            ? f.getReason()
            : e instanceof IOException && e.getMessage() != null ? e.getMessage() : e.toString();
    staging.failed();
    boolean news = trouble == null;
    trouble = "cannot write to %s: %s".formatted(folder, reason);
    troubleBefore = backlog.end();
    backlog.trouble(true);
    retryAt = System.nanoTime() + RETRY_NANOS;
    SegmentFile open = file;
    if (open != null) {
      try {
        open.cut();
        backlog.rollOver();
      } catch (IOException again) {
        e.addSuppressed(again); // the file is cut when it is opened again
      }
      closeFile();
    }
    if (news) {
      String message = String.valueOf(trouble);
      tell(() -> listener.trouble(message));
    }
  }

  /** Deletes obsolete segments. One that cannot be deleted is harmless after a restart. */
  private void delete() {
    var obsolete = backlog.takeObsolete();
    for (Segment segment : obsolete) {
      SegmentFile open = file;
      if (open != null && open.segment() == segment) {
        closeFile();
      }
      try {
        Files.deleteIfExists(segment.file());
      } catch (IOException e) {
        continue;
      }
      retryAt = System.nanoTime(); // there may be room now
    }
    if (!obsolete.isEmpty()) {
      SegmentFile.forceFolder(folder);
      backlog.measureRoom();
    }
  }

  private void closeFile() {
    SegmentFile closing = file;
    file = null;
    try {
      if (closing != null) {
        closing.close();
      }
    } catch (IOException e) {
      // Everything that matters was forced before.
    }
  }

  /** Tells the owner. An exception there must not stop the writer. */
  private static void tell(Runnable message) {
    try {
      message.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
