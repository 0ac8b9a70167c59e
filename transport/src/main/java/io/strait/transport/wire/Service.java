package io.strait.transport.wire;

import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.netty.util.ResourceLeakDetector;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLoggerFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.JdkLoggerFactory;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The gRPC service of parents: streams of frames in both directions. */
public final class Service {
  /** Frames between ranks. */
  static final MethodDescriptor<Frame, Frame> RANKS =
      method("strait.Ranks", "Exchange", Frame.MARSHALLER);

  /** The bytes in flight, enough for 1 Gbit/s over 250 ms. */
  static final int WINDOW = 32 << 20;

  /** The bytes that may wait before a stream is no longer ready. */
  public static final int READY = 1 << 20;

  /**
   * The bytes that a system buffers besides those in flight, at either end. A short request of a
   * child waits behind its results, an answer of its parent behind large inputs, which would take
   * minutes on a slow link if there were more.
   */
  static final long UNSENT = 256 << 10;

  /** The property that sets how Netty looks for leaks. */
  private static final String LEAKS = "io.grpc.netty.shaded.io.netty.leakDetection.level";

  /** gRPC would print stack traces of failures that are reported elsewhere. */
  private static final Logger QUIET = Logger.getLogger("io.grpc");

  /** The property that lets Netty tell of its buffers as events of the JVM. */
  private static final String EVENTS = "io.grpc.netty.shaded.io.netty.jfr.enabled";

  static {
    // Nobody listens to events of buffers, and making them known takes every process a while.
    if (System.getProperty(EVENTS) == null) {
      System.setProperty(EVENTS, "false");
    }
    // It would look for other loggers first, in every jar.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    QUIET.setLevel(Level.SEVERE);
    // Looking for leaked buffers would cost a stack trace for every hundredth buffer.
    if (System.getProperty(LEAKS) == null) {
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }
  }

  private Service() {}

  /** Settles all this before anything else of Netty is touched. */
  static void settle() {}

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
