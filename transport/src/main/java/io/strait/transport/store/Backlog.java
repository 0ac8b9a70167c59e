package io.strait.transport.store;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the threads that append and the writer. It holds the records that are not safe
 * yet, the segments, and what the writer has to do. Nothing here waits for the disk.
 */
final class Backlog {
  /** The writer starts by itself when this many bytes wait, so that memory stays bounded. */
  static final long EAGER = 4 << 20;

  /** Files are at most this part of the free room, so that released records give room back soon. */
  private static final int FILES = 16;

  /** Smaller files are not made just because there is little room. */
  private static final long LEAST_BYTES = 1 << 20;

  private final Path folder;
  private final long segmentBytes;
  private final NavigableMap<Long, Segment> segments;
  private final Deque<Segment> obsolete = new ArrayDeque<>();
  private final PendingRecords pending = new PendingRecords();
  private Segment current;
  private long syncBefore;
  private long newest;
  private long room;
  private boolean trouble;
  private boolean closing;
  private long deadline;

  /** Continues with the segments of a folder. */
  Backlog(Path folder, long segmentBytes, NavigableMap<Long, Segment> segments) {
    this.folder = folder;
    this.segmentBytes = segmentBytes;
    this.segments = segments;
    current = segments.isEmpty() ? begin(0) : segments.lastEntry().getValue();
    newest = current.base();
    measureRoom();
  }

  /** Appends a record in three pieces. Any of them may be empty. */
  synchronized long append(byte kind, byte[] head, byte[] rest, Scattered more) {
    if (closing) {
      throw new IllegalStateException("the log is closed: " + folder);
    }
    long frame = RecordFrame.length(head, rest, more);
    if (!current.fits(frame, fileBytes())) {
      Segment full = current;
      current = begin(full.end());
      retireIfReleased(full);
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

  /** The payload of a record, or null if it is no longer in memory. The record must exist. */
  synchronized byte @Nullable [] find(long position) {
    byte[] payload = pending.find(position);
    if (payload == null && !of(position).holds(position)) {
      throw new IllegalArgumentException("no record at position " + position + " of " + folder);
    }
    return payload;
  }

  /** The segment that holds a position. */
  synchronized Segment segment(long position) {
    return of(position);
  }

  /** Releases a record. Nothing happens if its segment is gone already. */
  synchronized void release(long position) {
    var entry = entryOf(position);
    if (entry != null && position < entry.getValue().end()) {
      Segment segment = entry.getValue();
      boolean before = segment.isReleased();
      segment.release(position);
      if (!before) {
        retireIfReleased(segment);
      }
    }
  }

  synchronized void releaseBefore(long position) {
    for (Segment segment : segments.headMap(position).values()) {
      boolean before = segment.isReleased();
      segment.releaseBefore(position);
      if (!before) {
        retireIfReleased(segment);
      }
    }
  }

  synchronized long pendingBytes() {
    return pending.bytes();
  }

  /** Takes no more records. The writer may go on until a time, in {@link System#nanoTime}. */
  synchronized void close(long until) {
    closing = true;
    deadline = until;
    notifyAll();
  }

  /**
   * Waits until the writer has something to do.
   *
   * @param notBefore nothing is written before this time, in {@link System#nanoTime}
   * @return false when the log is closed and nothing remains, or the time to close is over
   */
  synchronized boolean await(long notBefore) throws InterruptedException {
    while (true) {
      long now = System.nanoTime();
      if (closing && (pending.size() == 0 || now - deadline >= 0)) {
        return false;
      }
      boolean due = isDue();
      if ((due && now - notBefore >= 0) || obsolete.stream().anyMatch(this::isDeletable)) {
        return true;
      }
      if (due) {
        TimeUnit.NANOSECONDS.timedWait(this, notBefore - now);
      } else {
        wait();
      }
    }
  }

  /** Takes the segments that can be deleted. */
  synchronized List<Segment> takeObsolete() {
    List<Segment> taken = new ArrayList<>();
    for (Iterator<Segment> all = obsolete.iterator(); all.hasNext(); ) {
      Segment segment = all.next();
      if (isDeletable(segment)) {
        all.remove();
        segments.remove(segment.base());
        taken.add(segment);
      }
    }
    return taken;
  }

  /** Copies the next records of one segment and returns the segment; null if none are due. */
  @Nullable
  synchronized Segment group(PendingRecords group, long bytes) {
    if (!isDue()) {
      return null;
    }
    Segment segment = of(pending.position(0));
    pending.copyTo(group, 0, bytes, segment.end());
    return segment;
  }

  /**
   * Copies the due records of the segment that follow the first ones. Returns false if there are
   * none.
   */
  synchronized boolean ahead(PendingRecords group, int first, Segment segment, long bytes) {
    if (pending.size() <= first
        || pending.position(first) >= segment.end()
        || (pending.position(first) >= syncBefore && !closing)) {
      return false;
    }
    pending.copyTo(group, first, bytes, segment.end());
    return true;
  }

  /** Notes that the first records are safe, in this segment. */
  synchronized void written(Segment segment, int records) {
    newest = segment.base();
    pending.remove(records);
  }

  /** Notes whether the disk fails. */
  synchronized void trouble(boolean now) {
    trouble = now;
  }

  /**
   * Closes the segment of the first record that is not safe: those before it can then be deleted.
   * The segment's file must end with its last safe record.
   */
  synchronized void rollOver() {
    if (pending.size() == 0) {
      return;
    }
    long first = pending.position(0);
    Segment full = of(first);
    if (first == full.first()) {
      return;
    }
    Segment rest = full.splitAt(first);
    segments.put(rest.base(), rest);
    if (full == current) {
      current = rest;
    }
    retireIfReleased(full);
  }

  /** Looks how much room the disk has. */
  void measureRoom() {
    long free = folder.toFile().getUsableSpace();
    synchronized (this) {
      room = free;
    }
  }

  /** The bytes for which there is room; 0 while the disk fails, and only then. */
  synchronized long room() {
    return trouble ? 0 : Math.max(1, room);
  }

  private long fileBytes() {
    return Math.clamp(room / FILES, Math.min(LEAST_BYTES, segmentBytes), segmentBytes);
  }

  /** The position of the first record that is not safe yet, or the end if all are. */
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

  /** The segment whose first record is at the position or is the last before it. */
  private Map.@Nullable Entry<Long, Segment> entryOf(long position) {
    return segments.floorEntry(position - RecordFrame.SEGMENT);
  }

  private Segment of(long position) {
    var entry = entryOf(position);
    if (entry == null) {
      throw new IllegalArgumentException("no record at position " + position + " of " + folder);
    }
    return entry.getValue();
  }

  private void retireIfReleased(Segment segment) {
    if (segment != current && segment.isReleased()) {
      obsolete.add(segment);
      notifyAll();
    }
  }

  private boolean isDue() {
    return pending.size() > 0
        && (pending.position(0) < syncBefore || pending.bytes() >= EAGER || closing);
  }

  /**
   * The newest file stays, because positions continue from it after a restart. On a full disk it
   * goes, because the next file may need its room.
   */
  private boolean isDeletable(Segment segment) {
    boolean written = pending.size() == 0 || pending.position(0) >= segment.end();
    return segment.base() < newest || (written && trouble);
  }
}
