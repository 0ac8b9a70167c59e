package io.strait.transport.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of a segment, open for writing. Every byte is copied once, from the payload to a direct
 * buffer. (Writing a payload from the heap would make the same copy, in a buffer of the payload's
 * size.) The whole blocks of large groups bypass the system's cache.
 */
final class SegmentFile implements AutoCloseable {
  /** Bytes that are copied and added to the checksum at a time. */
  private static final int PIECE = 16 << 10;

  private final Segment segment;
  private final FileChannel channel;
  private final Staging staging;
  private final RecordFrame frame;

  /** The buffer in which bytes gather, and the index of the first one that is not written yet. */
  private ByteBuffer buffer;

  private int from;

  /** The file offset of the first byte that is not written yet. */
  private long at;

  /** The channel for whole blocks of a large group; null while a small group is written. */
  private @Nullable FileChannel past;

  private @Nullable FileChannel uncached;

  private SegmentFile(Segment segment, FileChannel channel, Staging staging, RecordFrame frame) {
    this.segment = segment;
    this.channel = channel;
    this.staging = staging;
    this.buffer = staging.small();
    this.frame = frame;
    this.at = segment.safe();
  }

  /** Opens the file of a segment, creates it if it is missing, and cuts off what is not safe. */
  static SegmentFile open(Segment segment, Staging staging, RecordFrame frame) throws IOException {
    var options = segment.safe() == 0 ? Set.of(CREATE, WRITE) : Set.of(WRITE);
    var file = new SegmentFile(segment, PrivateFiles.open(segment.file(), options), staging, frame);
    try {
      file.channel.truncate(segment.safe());
      if (segment.safe() == 0) {
        file.begin();
      }
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  Segment segment() {
    return segment;
  }

  /** The number of bytes written, safe or not. */
  long end() {
    return at;
  }

  /** Writes records after those that were written before. */
  void write(PendingRecords group) throws IOException {
    start(group.bytes());
    for (int i = 0; i < group.size(); i++) {
      if (buffer.remaining() < RecordFrame.RECORD) {
        flush(false);
      }
      put(group, i);
    }
    flush(true);
  }

  /** Chooses the buffer for a group and empties it. */
  private void start(long bytes) {
    past = null;
    if (bytes >= Staging.LARGE) {
      if (uncached == null) {
        uncached = staging.open(segment.file());
      }
      past = uncached;
    }
    buffer = past == null ? staging.small() : staging.blocks();
    buffer.clear();
    // Bytes have the same offset from a block's start in the buffer and in the file.
    from = past == null ? 0 : (int) (at % staging.blockSize());
    buffer.position(from);
  }

  /**
   * Puts a record. Where all of it fits into the buffer, each piece is added to the checksum while
   * it is still in the processor's cache from being copied, and the header is completed at the end.
   */
  private void put(PendingRecords group, int i) throws IOException {
    var head = group.head(i);
    var payload = group.payload(i);
    var rest = group.rest(i);
    long length = RecordFrame.length(head, payload, rest);
    boolean fits = length <= buffer.capacity() - Staging.LARGE / 2; // besides what a flush leaves
    if (buffer.remaining() < (fits ? length : RecordFrame.RECORD)) {
      flush(false);
    }
    boolean together = length <= buffer.remaining();
    int start = buffer.position();
    frame.putRecord(buffer, group.position(i), group.kind(i), head, payload, rest, !together);
    put(ByteBuffer.wrap(head), together);
    put(ByteBuffer.wrap(payload), together);
    for (var part : rest.buffers()) {
      put(part.duplicate().rewind(), together);
    }
    if (together) {
      frame.completeRecord(buffer, start);
    }
  }

  /**
   * @param counted whether to add the bytes to the checksum
   */
  private void put(ByteBuffer bytes, boolean counted) throws IOException {
    while (bytes.hasRemaining()) {
      if (!buffer.hasRemaining()) {
        flush(false);
      }
      int some = Math.min(buffer.remaining(), bytes.remaining());
      some = counted ? Math.min(some, PIECE) : some;
      int to = buffer.position();
      buffer.put(to, bytes, bytes.position(), some);
      if (counted) {
        frame.add(buffer, to, some);
      }
      buffer.position(to + some);
      bytes.position(bytes.position() + some);
    }
  }

  /** Cuts off what was written and is not safe, for good. */
  void cut() throws IOException {
    channel.truncate(segment.safe());
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      if (uncached != null) {
        uncached.close();
      }
    }
  }

  /** Makes the list of a folder's files safe, where the platform can. */
  static void forceFolder(Path folder) {
    try (var channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Platforms that cannot open folders order their changes by themselves.
    }
  }

  private void begin() throws IOException {
    at = 0;
    start(0);
    frame.putSegment(buffer, segment.base());
    flush(true);
    force();
    forceFolder(segment.folder());
  }

  /** Makes everything written so far safe. */
  void force() throws IOException {
    forceOnly();
    segment.safe(at);
  }

  /** Forces what was written before. Another thread may write more meanwhile. */
  void forceOnly() throws IOException {
    channel.force(false);
  }

  /**
   * Writes the content of the buffer.
   *
   * @param all whether to write the start of an unfinished block too
   */
  private void flush(boolean all) throws IOException {
    int end = buffer.position();
    var blocks = past;
    if (blocks == null) {
      writeUpTo(end, channel);
      buffer.clear();
      from = 0;
      return;
    }
    int size = staging.blockSize();
    int whole = end - end % size;
    int first = Math.min(end, from + (size - from % size) % size);
    writeUpTo(first, channel);
    if (whole > first) {
      writeUpTo(whole, blocks);
      staging.works();
    }
    if (all) {
      writeUpTo(end, channel);
      return;
    }
    buffer.clear();
    buffer.put(0, buffer, from, end - from);
    buffer.position(end - from);
    from = 0;
  }

  private void writeUpTo(int end, FileChannel to) throws IOException {
    buffer.limit(end).position(from);
    while (buffer.hasRemaining()) {
      at += to.write(buffer, at);
    }
    from = end;
    buffer.limit(buffer.capacity());
  }
}
