package io.strait.transport.wire;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one gRPC message: the start of one array, then a range of another, so that large
 * data is sent without a copy.
 *
 * @param loan the network's buffers, if they hold the bytes; null for frames that are sent, and for
 *     most that are received
 */
public record Frame(
    byte[] bytes, int length, byte[] tail, int tailFrom, int tailLength, @Nullable Loan loan) {
  /** The most bytes of a frame. */
  public static final int MOST = 512 << 10;

  private static final byte[] NONE = new byte[0];

  /** Arrays for large frames that are used again, which saves clearing new ones. */
  private static final ArrayBlockingQueue<byte[]> SPARE = new ArrayBlockingQueue<>(64);

  private static final int LARGE = 64 << 10;
  private static final int SPARE_BYTES = (MOST >> 1) + 64;

  /** A frame in one piece. */
  public Frame(byte[] bytes, int length) {
    this(bytes, length, NONE, 0, 0);
  }

  /** A frame in two pieces. */
  public Frame(byte[] bytes, int length, byte[] tail, int tailFrom, int tailLength) {
    this(bytes, length, tail, tailFrom, tailLength, null);
  }

  /** A frame in the network's buffers. */
  public Frame(Loan loan) {
    this(NONE, 0, NONE, 0, 0, loan);
  }

  private static byte[] array(int length) {
    if (length < LARGE || length > SPARE_BYTES) {
      return new byte[length];
    }
    byte @Nullable [] spare = SPARE.poll();
    return spare == null ? new byte[SPARE_BYTES] : spare;
  }

  /** Gives back the memory of a frame that is no longer used. */
  public void recycle() {
    if (loan != null) {
      loan.giveBack();
    } else if (bytes.length == SPARE_BYTES) {
      SPARE.offer(bytes); // dropped if there are enough
    }
  }

  /** Passes frames on as they are, without another encoding. */
  public static final MethodDescriptor.Marshaller<Frame> MARSHALLER =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Frame frame) {
          return new Stream(frame);
        }

        @Override
        public Frame parse(InputStream stream) {
          try {
            if (stream instanceof KnownLength) {
              int length = stream.available();
              var bytes = array(length);
              return new Frame(bytes, stream.readNBytes(bytes, 0, length));
            }
            var bytes = stream.readAllBytes();
            return new Frame(bytes, bytes.length);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  /** A frame as a stream, which gRPC drains if it can. */
  private static final class Stream extends InputStream implements KnownLength, Drainable {
    private final Frame frame;
    private final InputStream in;

    Stream(Frame frame) {
      this.frame = frame;
      this.in =
          new SequenceInputStream(
              new ByteArrayInputStream(frame.bytes, 0, frame.length),
              new ByteArrayInputStream(frame.tail, frame.tailFrom, frame.tailLength));
    }

    @Override
    public int available() {
      return frame.length + frame.tailLength;
    }

    @Override
    public int drainTo(OutputStream out) throws IOException {
      out.write(frame.bytes, 0, frame.length);
      if (frame.tailLength > 0) {
        out.write(frame.tail, frame.tailFrom, frame.tailLength);
      }
      return frame.length + frame.tailLength;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      return in.read(to, from, length);
    }
  }
}
