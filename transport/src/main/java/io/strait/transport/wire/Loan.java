package io.strait.transport.wire;

import io.grpc.Detachable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A frame with a large chunk in the buffers of the network, so that nobody need copy it. They stay
 * until the loan is given back, by any thread.
 */
public final class Loan {
  /** Chunks shorter than this are copied. */
  private static final int LARGE = 64 << 10;

  private final InputStream stream;
  private final byte[] head;
  private final List<ByteBuffer> buffers = new ArrayList<>();

  private Loan(InputStream stream, byte[] head) {
    this.stream = stream;
    this.head = head;
  }

  /**
   * Frames that are lent if they are large chunks.
   *
   * @param headBytes how much to read of a frame before that is known
   * @param isChunk says so of its first bytes
   */
  public static MethodDescriptor.Marshaller<Frame> marshaller(
      int headBytes, Predicate<byte[]> isChunk) {
    return new MethodDescriptor.Marshaller<>() {
      @Override
      public InputStream stream(Frame frame) {
        return Frame.MARSHALLER.stream(frame);
      }

      @Override
      public Frame parse(InputStream stream) {
        try {
          @Nullable Loan loan = of(stream, headBytes, isChunk);
          return loan == null ? Frame.MARSHALLER.parse(stream) : new Frame(loan);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  /** What a stream has, if it is a large chunk and can be lent; null if not. */
  private static @Nullable Loan of(InputStream stream, int headBytes, Predicate<byte[]> isChunk)
      throws IOException {
    if (!(stream instanceof KnownLength
        && stream instanceof Detachable lender
        && stream instanceof HasByteBuffer bytes
        && bytes.byteBufferSupported()
        && stream.markSupported()
        && stream.available() >= LARGE)) {
      return null;
    }
    var head = new byte[headBytes];
    stream.mark(head.length);
    stream.readNBytes(head, 0, head.length);
    stream.reset();
    if (!isChunk.test(head)) {
      return null;
    }
    var loan = new Loan(lender.detach(), head);
    loan.borrow();
    return loan;
  }

  private void borrow() throws IOException {
    // Marked, so that buffers stay when they are passed over.
    stream.mark(stream.available());
    while (stream.available() > 0) {
      @Nullable ByteBuffer buffer = ((HasByteBuffer) stream).getByteBuffer();
      if (buffer == null || !buffer.hasRemaining()) {
        throw new IOException("bytes that cannot be lent");
      }
      buffers.add(buffer);
      stream.skipNBytes(buffer.remaining());
    }
  }

  /** The first bytes, all before those of the chunk at least. */
  public byte[] head() {
    return head;
  }

  public List<ByteBuffer> buffers() {
    return buffers;
  }

  /** All bytes in an array of their own, for what only looks like the beginning of a chunk. */
  public byte[] copy() {
    int length = buffers.stream().mapToInt(ByteBuffer::remaining).sum();
    var bytes = new byte[length];
    Piece.lent(buffers, 0, length, () -> {}).copyTo(bytes, 0);
    return bytes;
  }

  void giveBack() {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read or written by closing it
    }
  }
}
