package io.strait.run.wire;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Bytes that travel as one message of gRPC: the first {@code length} of an array. */
record Frame(byte[] bytes, int length) {
  /** Frames as they are, without another coding. */
  static final MethodDescriptor.Marshaller<Frame> MARSHALLER =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Frame frame) {
          return new Stream(frame.bytes, frame.length);
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

  private static final class Stream extends ByteArrayInputStream implements KnownLength {
    Stream(byte[] bytes, int length) {
      super(bytes, 0, length);
    }
  }
}
