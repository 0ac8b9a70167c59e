package io.strait.run.wire;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Tells a parent about children that could not connect. gRPC keeps such failures to its log, so
 * this listens there, for all servers of the process.
 */
public final class HandshakeWatch implements AutoCloseable {
  // A field, because the platform forgets loggers that nobody holds.
  private static final Logger LOGGER =
      Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerTransport.connections");

  private final Handler handler;

  private HandshakeWatch(Handler handler) {
    this.handler = handler;
  }

  /** Gives a sentence for each failure, from threads of the connections, until closed. */
  public static HandshakeWatch start(Consumer<String> listener) {
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            if (record.getThrown() != null) {
              listener.accept(Tls.explainChild(record.getThrown()));
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    handler.setLevel(Level.ALL);
    LOGGER.setLevel(Level.FINE);
    LOGGER.addHandler(handler);
    return new HandshakeWatch(handler);
  }

  @Override
  public void close() {
    LOGGER.removeHandler(handler);
  }
}
