package io.strait.bench.farm;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Bytes as a message of gRPC, without another copy than those that gRPC makes. */
final class BytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
  @Override
  public InputStream stream(byte[] value) {
    return new Bytes(value);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      var value = new byte[stream.available()];
      if (stream.readNBytes(value, 0, value.length) != value.length) {
        throw new IOException("a message ends early");
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Bytes that are written at once where that is possible. */
  private static final class Bytes extends ByteArrayInputStream implements Drainable, KnownLength {
    Bytes(byte[] value) {
      super(value);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int length = count - pos;
      target.write(buf, pos, length);
      pos = count;
      return length;
    }
  }
}
