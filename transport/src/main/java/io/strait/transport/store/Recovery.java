package io.strait.transport.store;

import static java.nio.file.StandardOpenOption.WRITE;

import io.strait.transport.store.Log.Visitor;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Reads the segments of a folder again and cuts off a torn end. */
final class Recovery {
  private final Path folder;
  private final Visitor visitor;
  private final Frame frame = new Frame();
  private long cut;

  Recovery(Path folder, Visitor visitor) {
    this.folder = folder;
    this.visitor = visitor;
  }

  /** Shows all records to the visitor and returns the segments by their bases. */
  NavigableMap<Long, Segment> read() throws IOException {
    NavigableMap<Long, Segment> segments = new TreeMap<>();
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Segment segment = Segment.of(folder, file);
        if (segment != null) {
          segments.put(segment.base(), segment);
        }
      }
    }
    long end = 0;
    for (Segment segment : segments.values()) {
      if (segment.base() < end) {
        throw new IOException(
            "%s: begins before the end of the segment before it, at %d"
                .formatted(segment.file(), end));
      }
      read(segment, segment == segments.lastEntry().getValue());
      end = segment.end();
    }
    return segments;
  }

  /** The bytes that were cut off. */
  long cut() {
    return cut;
  }

  private void read(Segment segment, boolean last) throws IOException {
    Path file = segment.file();
    long size = Files.size(file);
    try (var in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(file.toFile()), 1 << 16))) {
      if (!frame.isSegment(in.readNBytes(Frame.SEGMENT), segment.base())) {
        if (last && size <= Frame.SEGMENT) {
          cut = size; // it was just being made, and holds no record; the writer makes it anew
          return;
        }
        throw new IOException(file + ": offset 0: this is not the segment that its name says");
      }
      while (segment.end() - segment.base() < size) {
        if (!readRecord(in, segment, size - (segment.end() - segment.base()))) {
          break;
        }
      }
    }
    long good = segment.end() - segment.base();
    if (good < size && !last) {
      throw new IOException(
          "%s: offset %d: the record is damaged, and newer segments follow; expected a checksum"
                  .formatted(file, good)
              + " that fits. Maybe the medium is failing");
    }
    cut = size - good;
    segment.safe(good);
    if (last) {
      makeSafe(file, good);
    }
  }

  private boolean readRecord(DataInputStream in, Segment segment, long rest) throws IOException {
    if (rest < Frame.RECORD) {
      return false;
    }
    int length = in.readInt();
    int checksum = in.readInt();
    byte kind = in.readByte();
    if (length < 0 || length > rest - Frame.RECORD) {
      return false;
    }
    byte[] payload = in.readNBytes(length);
    if (payload.length != length || checksum != frame.checksum(segment.end(), kind, payload)) {
      return false;
    }
    visitor.record(segment.add(Frame.length(payload)), kind, payload);
    return true;
  }

  /** What a process wrote before it died may be with the system only. */
  private static void makeSafe(Path file, long size) throws IOException {
    try (var channel = FileChannel.open(file, WRITE)) {
      channel.truncate(size);
      channel.force(true);
    }
  }
}
