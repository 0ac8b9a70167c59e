package io.strait.transport.store;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where those who append meet the writer: the records that are not safe yet, the segments, and what
 * the writer is asked to do. Nothing here waits for the medium.
 */
final class Backlog {
  /** The writer begins by itself when this much waits, so that memory stays bounded. */
  static final long EAGER = 4 << 20;

  private final Path folder;
  private final long segmentBytes;
  private final NavigableMap<Long, Segment> segments;
  private final Deque<Segment> doomed = new ArrayDeque<>();
  private final Pending pending = new Pending();
  private Segment current;
  private long syncBefore;
  private long newest;
  private boolean trouble;
  private boolean closing;
  private long deadline;

  /** Goes on with the segments of a folder. */
  Backlog(Path folder, long segmentBytes, NavigableMap<Long, Segment> segments) {
    this.folder = folder;
    this.segmentBytes = segmentBytes;
    this.segments = segments;
    current = segments.isEmpty() ? begin(0) : segments.lastEntry().getValue();
    newest = current.base();
  }

  /** Appends a record in three pieces, of which any may be empty. */
  synchronized long append(byte kind, byte[] head, byte[] rest, Scattered more) {
    if (closing) {
      throw new IllegalStateException("the log is closed: " + folder);
    }
    long frame = Frame.length(head, rest, more);
    if (!current.fits(frame, segmentBytes)) {
      Segment full = current;
      current = begin(full.end());
      doomIfReleased(full);
    }
    long position = current.add(frame);
    boolean wasFew = pending.bytes() < EAGER;
    pending.add(position, kind, head, rest, more);
    if (wasFew && pending.bytes() >= EAGER) {
      notifyAll();
    }
    return position;
  }

  synchronized void sync() {
    syncBefore = current.end();
    notifyAll();
  }

  /** The payload of a record if it is still in memory; it must exist. */
  synchronized byte @Nullable [] find(long position) {
    byte[] payload = pending.find(position);
    if (payload == null && !of(position).holds(position)) {
      throw new IllegalArgumentException("no record at position " + position + " of " + folder);
    }
    return payload;
  }

  /** The segment that a position is in. */
  synchronized Segment segment(long position) {
    return of(position);
  }

  /** Releases a record; one whose segment is gone already was released before. */
  synchronized void release(long position) {
    var entry = segments.floorEntry(position);
    if (entry != null && position < entry.getValue().end()) {
      Segment segment = entry.getValue();
      boolean before = segment.isReleased();
      segment.release(position);
      if (!before) {
        doomIfReleased(segment);
      }
    }
  }

  synchronized void releaseBefore(long position) {
    for (Segment segment : segments.headMap(position).values()) {
      boolean before = segment.isReleased();
      segment.releaseBefore(position);
      if (!before) {
        doomIfReleased(segment);
      }
    }
  }

  synchronized long pendingBytes() {
    return pending.bytes();
  }

  /** No more records; the writer may go on until the deadline, in {@link System#nanoTime}. */
  synchronized void close(long until) {
    closing = true;
    deadline = until;
    notifyAll();
  }

  /**
   * Waits until the writer has something to do. Nothing is written before a time, given in {@link
   * System#nanoTime}.
   *
   * @return false when the log is closed and nothing remains, or nothing more can be done in time
   */
  synchronized boolean await(long notBefore) throws InterruptedException {
    while (true) {
      long now = System.nanoTime();
      if (closing && (pending.size() == 0 || now - deadline >= 0)) {
        return false;
      }
      boolean due = isDue();
      if ((due && now - notBefore >= 0) || doomed.stream().anyMatch(this::isDeletable)) {
        return true;
      }
      if (due) {
        TimeUnit.NANOSECONDS.timedWait(this, notBefore - now);
      } else {
        wait();
      }
    }
  }

  /** Takes the segments that nobody needs any more, to be deleted. */
  synchronized List<Segment> takeDoomed() {
    List<Segment> taken = new ArrayList<>();
    for (Iterator<Segment> all = doomed.iterator(); all.hasNext(); ) {
      Segment segment = all.next();
      if (isDeletable(segment)) {
        all.remove();
        segments.remove(segment.base());
        taken.add(segment);
      }
    }
    return taken;
  }

  /** Copies the next records of one segment, if any are due, and returns that segment. */
  @Nullable
  synchronized Segment group(Pending group, long bytes) {
    if (!isDue()) {
      return null;
    }
    Segment segment = of(pending.position(0));
    pending.copyTo(group, 0, bytes, segment.end());
    return segment;
  }

  /**
   * Copies the records after the first ones, if any of the same segment are due, too; says whether
   * there are.
   */
  synchronized boolean ahead(Pending group, int first, Segment segment, long bytes) {
    if (pending.size() <= first
        || pending.position(first) >= segment.end()
        || (pending.position(first) >= syncBefore && !closing)) {
      return false;
    }
    pending.copyTo(group, first, bytes, segment.end());
    return true;
  }

  /** The first records are safe, and in this segment. */
  synchronized void written(Segment segment, int records) {
    newest = segment.base();
    pending.remove(records);
  }

  /** The medium fails, or does no more. */
  synchronized void trouble(boolean now) {
    trouble = now;
  }

  /** The position of the first record that is not safe yet, or would be. */
  synchronized long safeBefore() {
    return pending.size() == 0 ? current.end() : pending.position(0);
  }

  /** The position after the last record. */
  synchronized long end() {
    return current.end();
  }

  private Segment begin(long base) {
    Segment segment = new Segment(folder, base);
    segments.put(base, segment);
    return segment;
  }

  private Segment of(long position) {
    var entry = segments.floorEntry(position);
    if (entry == null) {
      throw new IllegalArgumentException("no record at position " + position + " of " + folder);
    }
    return entry.getValue();
  }

  private void doomIfReleased(Segment segment) {
    if (segment != current && segment.isReleased()) {
      doomed.add(segment);
      notifyAll();
    }
  }

  private boolean isDue() {
    return pending.size() > 0
        && (pending.position(0) < syncBefore || pending.bytes() >= EAGER || closing);
  }

  /**
   * The newest file stays, because positions go on from it after a restart; but on a full disk the
   * next one may need its room.
   */
  private boolean isDeletable(Segment segment) {
    boolean written = pending.size() == 0 || pending.position(0) >= segment.end();
    return segment.base() < newest || (written && trouble);
  }
}
