package io.strait.transport.wire;

import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.netty.util.ResourceLeakDetector;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What parents serve: streams of frames in both directions. */
public final class Service {
  /** Frames between ranks. */
  static final MethodDescriptor<Frame, Frame> RANKS =
      method("strait.Ranks", "Exchange", Frame.MARSHALLER);

  /** Bytes in flight: enough for 1 Gbit/s over 250 ms. */
  static final int WINDOW = 32 << 20;

  /** Bytes that may wait to be written before a stream is not ready any more. */
  public static final int READY = 1 << 20;

  /**
   * Bytes that a child's system keeps besides those on their way. What it keeps more, whoever asks
   * for a task waits behind, on a slow link for minutes.
   */
  static final long UNSENT = 256 << 10;

  /** The property that says how to look for leaks. */
  private static final String LEAKS = "io.grpc.netty.shaded.io.netty.leakDetection.level";

  /** Whoever needs to know is told why a connection ended; gRPC would print stack traces too. */
  private static final Logger QUIET = Logger.getLogger("io.grpc");

  static {
    QUIET.setLevel(Level.SEVERE);
    // Looking for buffers that were not given back costs a stack trace for each hundredth of them.
    if (System.getProperty(LEAKS) == null) {
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }
  }

  private Service() {}

  /** A stream of frames in both directions. */
  public static MethodDescriptor<Frame, Frame> method(
      String service, String name, MethodDescriptor.Marshaller<Frame> marshaller) {
    return MethodDescriptor.<Frame, Frame>newBuilder()
        .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(marshaller)
        .setResponseMarshaller(marshaller)
        .build();
  }
}
