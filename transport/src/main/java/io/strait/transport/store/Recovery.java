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

/** Reads the segments of a folder and cuts off a torn end. */
final class Recovery {
  private final Path folder;
  private final Visitor visitor;
  private final RecordFrame frame = new RecordFrame();
  private long cut;

  Recovery(Path folder, Visitor visitor) {
    this.folder = folder;
    this.visitor = visitor;
  }

  /** Shows all records to the visitor and returns the segments by base. */
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
      if (segment.first() < end) {
        throw new IOException(
            "%s: the segment starts inside the one before it, which ends at %d"
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
      if (!frame.isSegment(in.readNBytes(RecordFrame.SEGMENT), segment.base())) {
        if (last && size <= RecordFrame.SEGMENT) {
          cut = size; // it was just being created and holds no record; the writer creates it anew
          return;
        }
        throw new IOException(file + ": offset 0: the header does not match the file's name");
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
          "%s: offset %d: the record is damaged (wrong checksum), and newer segments follow; maybe"
                  .formatted(file, good)
              + " the disk is failing");
    }
    cut = size - good;
    segment.safe(good);
    if (last) {
      makeSafe(file, good);
    }
  }

  private boolean readRecord(DataInputStream in, Segment segment, long rest) throws IOException {
    if (rest < RecordFrame.RECORD) {
      return false;
    }
    int length = in.readInt();
    int checksum = in.readInt();
    byte kind = in.readByte();
    if (length < 0 || length > rest - RecordFrame.RECORD) {
      return false;
    }
    byte[] payload = in.readNBytes(length);
    if (payload.length != length || checksum != frame.checksum(segment.end(), kind, payload)) {
      return false;
    }
    visitor.record(segment.add(RecordFrame.length(payload)), kind, payload);
    return true;
  }

  /** Forces the file, because what a dead process wrote may be in the system's cache only. */
  private static void makeSafe(Path file, long size) throws IOException {
    try (var channel = FileChannel.open(file, WRITE)) {
      channel.truncate(size);
      channel.force(true);
    }
  }
}
