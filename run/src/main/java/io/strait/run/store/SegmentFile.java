package io.strait.run.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.strait.run.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;

/**
 * The file of a segment, open for writing. Every byte is copied once, from the payload to a direct
 * buffer; writing the payload from the heap would make the same copy in a buffer of the payload's
 * size.
 */
final class SegmentFile implements AutoCloseable {
  private final Segment segment;
  private final FileChannel channel;
  private final ByteBuffer buffer;
  private final Frame frame;
  private long at;

  private SegmentFile(Segment segment, FileChannel channel, ByteBuffer buffer, Frame frame) {
    this.segment = segment;
    this.channel = channel;
    this.buffer = buffer;
    this.frame = frame;
  }

  /** Opens the file of a segment, creates it if need be, and cuts off what is not safe. */
  static SegmentFile open(Segment segment, ByteBuffer buffer, Frame frame) throws IOException {
    var options = segment.safe() == 0 ? Set.of(CREATE, WRITE) : Set.of(WRITE);
    var file = new SegmentFile(segment, PrivateFiles.open(segment.file(), options), buffer, frame);
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

  /** Writes records behind those that are safe, and makes them safe. */
  void write(Pending group) throws IOException {
    at = segment.safe();
    buffer.clear();
    for (int i = 0; i < group.size(); i++) {
      if (buffer.remaining() < Frame.RECORD) {
        flush();
      }
      frame.putRecord(buffer, group.position(i), group.kind(i), group.head(i), group.payload(i));
      put(group.head(i));
      put(group.payload(i));
    }
    force();
  }

  private void put(byte[] bytes) throws IOException {
    for (int done = 0; done < bytes.length; ) {
      if (!buffer.hasRemaining()) {
        flush();
      }
      int some = Math.min(buffer.remaining(), bytes.length - done);
      buffer.put(bytes, done, some);
      done += some;
    }
  }

  /** Takes back what was written and is not safe. */
  void cut() throws IOException {
    channel.truncate(segment.safe());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Makes it safe which files a folder has, where the platform can. */
  static void forceFolder(Path folder) {
    try (var channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some platforms do not open folders; they order changes of folders by themselves.
    }
  }

  private void begin() throws IOException {
    at = 0;
    buffer.clear();
    frame.putSegment(buffer, segment.base());
    force();
    forceFolder(segment.folder());
  }

  private void force() throws IOException {
    flush();
    channel.force(false);
    segment.safe(at);
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
    buffer.clear();
  }
}
