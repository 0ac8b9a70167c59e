package io.strait.farm.wire;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.transport.wire.Frame;
import io.strait.transport.wire.Loan;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts messages into frames and joins them again. A frame is a byte that says whether more follow
 * (1) or not (0), and bytes of the message.
 */
public final class Assembler {
  /** The longest message of a parent: what workers need to know, or the largest input of a task. */
  static final int LONGEST_OF_PARENT = 160 << 20;

  /** The longest message of a child: small results together, or what a large cluster holds. */
  static final int LONGEST_OF_CHILD = 32 << 20;

  private final int longest;
  private boolean greeted;
  private @Nullable ByteArrayOutputStream begun;

  private Assembler(int longest, boolean greeted) {
    this.longest = longest;
    this.greeted = greeted;
  }

  /** Joins what a child gets. */
  public static Assembler ofChild() {
    return new Assembler(LONGEST_OF_PARENT, true);
  }

  /** Joins what a parent gets; the first message, from an unknown sender, may be one frame only. */
  public static Assembler ofParent() {
    return new Assembler(LONGEST_OF_CHILD, false);
  }

  /** Cuts a message. */
  static void cut(Envelope envelope, Consumer<Frame> frames) {
    if (envelope.message() instanceof Message.Chunk chunk
        && chunk.length() <= Frame.MOST / 2
        && chunk.piece().buffers().length == 1
        && chunk.piece().buffers()[0].hasArray()) {
      var head = Codec.headOfChunk(envelope, chunk);
      var data = chunk.piece().buffers()[0];
      frames.accept(
          new Frame(head.array(), head.size(), data.array(), data.arrayOffset(), data.limit()));
      return;
    }
    var out = Codec.encodeAfterZero(envelope);
    if (out.size() <= Frame.MOST) {
      frames.accept(new Frame(out.array(), out.size()));
      return;
    }
    for (int from = 1; from < out.size(); from += Frame.MOST - 1) {
      int length = Math.min(Frame.MOST - 1, out.size() - from);
      var frame = new byte[1 + length];
      frame[0] = (byte) (from + length == out.size() ? 0 : 1);
      System.arraycopy(out.array(), from, frame, 1, length);
      frames.accept(new Frame(frame, frame.length));
    }
  }

  /**
   * Takes a frame in.
   *
   * @return the message that it completes, or null
   * @throws IllegalArgumentException if the message is too long, or the frame or message is none
   */
  @Nullable Envelope join(Frame frame) {
    @Nullable Loan loan = frame.loan();
    if (loan != null && begun == null && greeted) {
      return Codec.decodeChunk(loan.head(), loan.buffers(), frame::recycle);
    }
    var bytes = loan == null ? frame.bytes() : loan.copy();
    int length = loan == null ? frame.length() : bytes.length;
    if (length == 0 || bytes[0] < 0 || bytes[0] > 1) {
      throw new IllegalArgumentException("bytes that are not a frame");
    }
    var parts = begun;
    if (parts == null && bytes[0] == 0) {
      greeted = true;
      return Codec.decode(bytes, 1, length, frame::recycle);
    }
    if (!greeted) {
      throw new IllegalArgumentException("a first message of more than one frame");
    }
    if (parts == null) {
      parts = new ByteArrayOutputStream();
      begun = parts;
    }
    if (parts.size() + (long) length > longest) {
      throw new IllegalArgumentException("a message of more than %d bytes".formatted(longest));
    }
    parts.write(bytes, 1, length - 1);
    if (bytes[0] == 1) {
      return null;
    }
    begun = null;
    return Codec.decode(parts.toByteArray(), 0, parts.size(), frame::recycle);
  }
}
