package io.strait.run.wire;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;

/**
 * Bytes that travel as one message of gRPC: the first ones of an array, then a stretch of another,
 * so that large data need not be copied to be sent.
 */
record Frame(byte[] bytes, int length, byte[] tail, int tailFrom, int tailLength) {
  private static final byte[] NONE = new byte[0];

  /** A frame in one piece. */
  Frame(byte[] bytes, int length) {
    this(bytes, length, NONE, 0, 0);
  }

  /** Frames as they are, without another coding. */
  static final MethodDescriptor.Marshaller<Frame> MARSHALLER =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Frame frame) {
          return new Stream(frame);
        }

        @Override
        public Frame parse(InputStream stream) {
          try {
            if (stream instanceof KnownLength) {
              var bytes = new byte[stream.available()];
              return new Frame(bytes, stream.readNBytes(bytes, 0, bytes.length));
            }
            var bytes = stream.readAllBytes();
            return new Frame(bytes, bytes.length);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  /** A frame to be read, or better to be drained. */
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
