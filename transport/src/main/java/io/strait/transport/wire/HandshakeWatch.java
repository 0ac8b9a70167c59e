package io.strait.transport.wire;

import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Tells a parent about children that could not connect. gRPC only logs such failures, so this
 * listens to its loggers, for all servers of the process. The tests fail if an update of gRPC
 * changes that. Before a child has shown a certificate its name is unknown, so most sentences name
 * its address only.
 */
public final class HandshakeWatch implements AutoCloseable {
  private static final String NETTY = "io.grpc.netty.shaded.io.grpc.netty.";

  // A field, because the platform drops loggers that nothing refers to.
  private static final List<Logger> LOGGERS =
      List.of(
          Logger.getLogger(NETTY + "NettyServerTransport.connections"),
          Logger.getLogger(NETTY + "WriteBufferingAndExceptionHandler"),
          Logger.getLogger(NETTY + "NettyServerHandler"),
          Logger.getLogger(NETTY + "NettyServerStream"),
          Revoked.LOGGER);

  private final Handler handler;

  private HandshakeWatch(Handler handler) {
    this.handler = handler;
  }

  /**
   * Passes sentences to the listener, on threads of the connections. What fails again and again in
   * one way from one host is told ever more sparsely.
   */
  public static HandshakeWatch start(Consumer<String> listener) {
    var repeats = new Repeats();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            Throwable thrown = record.getThrown();
            if (Revoked.LOGGER.getName().equals(record.getLoggerName())) {
              listener.accept(record.getMessage());
            }
            if (thrown != null && !String.valueOf(thrown.getMessage()).contains("ClientTls")) {
              String sentence = Tls.explainChild(thrown);
              var from = PeerAddress.handled();
              var host = from.substring(0, Math.max(0, from.lastIndexOf(':')));
              if (!sentence.startsWith(HandshakeFailure.UNKNOWN)
                  && repeats.isDue(host + sentence, System.nanoTime())) {
                listener.accept(
                    from.isEmpty()
                        ? sentence
                        : "no connection from %s: %s".formatted(from, sentence));
              }
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    handler.setLevel(Level.ALL);
    for (Logger logger : LOGGERS) {
      logger.setLevel(Level.FINE);
      logger.setUseParentHandlers(false); // the listener reports it
      logger.addHandler(handler);
    }
    return new HandshakeWatch(handler);
  }

  @Override
  public void close() {
    LOGGERS.forEach(logger -> logger.removeHandler(handler));
  }
}
