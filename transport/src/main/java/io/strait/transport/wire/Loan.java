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
 * A frame with a large chunk that stays in the network's buffers, so that it is not copied. The
 * buffers stay valid until the loan is given back, by any thread.
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
   * A marshaller that lends frames if they are large chunks.
   *
   * @param headBytes how many bytes of a frame the test needs
   * @param isChunk tests the first bytes of a frame
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

  /** The content of a stream, if it is a large chunk and can be lent; otherwise null. */
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
    // The mark keeps the buffers valid after they are skipped.
    stream.mark(stream.available());
    while (stream.available() > 0) {
      @Nullable ByteBuffer buffer = ((HasByteBuffer) stream).getByteBuffer();
      if (buffer == null || !buffer.hasRemaining()) {
        throw new IOException("gRPC gave no buffer for %d bytes".formatted(stream.available()));
      }
      buffers.add(buffer);
      stream.skipNBytes(buffer.remaining());
    }
  }

  /** The first bytes, at least all that precede the chunk's data. */
  public byte[] head() {
    return head;
  }

  public List<ByteBuffer> buffers() {
    return buffers;
  }

  /** Copies all bytes, for a frame that only looks like a chunk. */
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
      throw new UncheckedIOException(e); // closing does no I/O
    }
  }
}
