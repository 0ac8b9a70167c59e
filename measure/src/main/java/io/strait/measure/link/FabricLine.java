package io.strait.measure.link;

import io.strait.transport.fabric.Fabric;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A line to another rank of a fabric, such as an MPI job. Small messages and large ones have a lane
 * each, so that many small ones may be under way without much memory. Closing the line does not
 * close the fabric.
 */
public final class FabricLine implements Line {
  private static final int SMALL = 128 << 10;
  private static final int SMALL_AHEAD = 32;
  private static final int LARGE_AHEAD = 2;
  private static final long PAUSE_NANOS = 100_000_000;
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final Fabric fabric;
  private final int peer;
  private volatile boolean closed;

  /**
   * Opens a line; the other rank must do likewise.
   *
   * @param longest the bytes of the longest message
   */
  public FabricLine(Fabric fabric, int peer, int longest) {
    this.fabric = fabric;
    this.peer = peer;
    fabric.open(peer, SMALL, SMALL_AHEAD);
    fabric.open(peer + fabric.size(), Math.max(longest, SMALL), LARGE_AHEAD);
  }

  private int lane(int bytes) {
    return bytes <= SMALL ? peer : peer + fabric.size();
  }

  @Override
  public void send(int bytes) {
    int lane = lane(bytes);
    fabric.begin(lane);
    fabric.send(lane, bytes);
  }

  @Override
  public void receive(int bytes) throws IOException {
    int lane = lane(bytes);
    next(lane, bytes);
    fabric.release(lane);
  }

  private MemorySegment next(int lane, long bytes) throws IOException {
    @Nullable MemorySegment message = fabric.poll(lane);
    while (message == null) {
      if (closed) {
        throw new LinkException("the line was closed");
      }
      fabric.await(PAUSE_NANOS);
      message = fabric.poll(lane);
    }
    if (message.byteSize() != bytes) {
      throw new LinkException(
          "a message of %d bytes, expected %d".formatted(message.byteSize(), bytes));
    }
    return message;
  }

  @Override
  public void tell(Notice notice) {
    var buffer = fabric.begin(peer);
    buffer.set(WORD, 0, notice.first());
    buffer.set(WORD, Long.BYTES, notice.second());
    buffer.set(WORD, 2L * Long.BYTES, notice.third());
    fabric.send(peer, Notice.BYTES);
  }

  @Override
  public Notice hear() throws IOException {
    var message = next(peer, Notice.BYTES);
    var notice =
        new Notice(
            message.get(WORD, 0),
            message.get(WORD, Long.BYTES),
            message.get(WORD, 2L * Long.BYTES));
    fabric.release(peer);
    return notice;
  }

  @Override
  public void close() {
    closed = true;
  }
}
