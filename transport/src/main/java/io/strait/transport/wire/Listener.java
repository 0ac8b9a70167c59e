package io.strait.transport.wire;

import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollChannelOption;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A parent's port, to which children connect. */
public final class Listener implements AutoCloseable {
  private final Server server;
  private final int port;

  private Listener(Server server) {
    this.server = server;
    this.port = server.getPort();
  }

  /** Opens a port for streams of plain bytes. */
  public static Listener open(
      InetSocketAddress address, @Nullable Identity identity, RawInbox inbox) throws IOException {
    return open(address, identity, Service.RANKS, out -> accept(inbox, out));
  }

  /**
   * Opens a port.
   *
   * @param identity the certificate to show, and the authority to check children with; null for
   *     plain text
   * @param accept takes a child's stream and returns its observer
   * @throws InputException if the port cannot be opened, with the reason
   */
  public static Listener open(
      InetSocketAddress address,
      @Nullable Identity identity,
      MethodDescriptor<Frame, Frame> method,
      Function<ServerCallStreamObserver<Frame>, StreamObserver<Frame>> accept)
      throws IOException {
    var revoked = identity == null ? Revoked.NONE : Revoked.beside(identity);
    var builder =
        NettyServerBuilder.forAddress(
                address,
                PeerAddress.credentials(identity == null ? null : Tls.server(identity, revoked)))
            .intercept(PeerAddress.INTERCEPTOR)
            .directExecutor()
            .maxInboundMessageSize(Frame.MOST + 16)
            .maxInboundMetadataSize(8 << 10)
            .maxConcurrentCallsPerConnection(4)
            .flowControlWindow(Service.WINDOW)
            .handshakeTimeout(20, TimeUnit.SECONDS)
            .maxConnectionIdle(60, TimeUnit.SECONDS)
            .permitKeepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTime(30, TimeUnit.SECONDS)
            .keepAliveTimeout(20, TimeUnit.SECONDS)
            .addService(
                ServerServiceDefinition.builder(String.valueOf(method.getServiceName()))
                    .addMethod(
                        method,
                        ServerCalls.asyncBidiStreamingCall(out -> accept.apply(prepared(out))))
                    .build());
    if (Epoll.isAvailable()) {
      builder.withChildOption(EpollChannelOption.TCP_NOTSENT_LOWAT, Service.UNSENT);
    }
    if (identity != null) {
      builder.intercept(Peer.interceptor(revoked));
    }
    try {
      return new Listener(builder.build().start());
    } catch (IOException e) {
      @Nullable Throwable cause = e.getCause();
      throw new InputException(
          "cannot listen at %s:%d: %s"
              .formatted(
                  address.getHostString(),
                  address.getPort(),
                  cause == null ? e.getMessage() : cause.getMessage()));
    }
  }

  private static ServerCallStreamObserver<Frame> prepared(StreamObserver<Frame> observer) {
    var out = (ServerCallStreamObserver<Frame>) observer;
    out.setOnReadyThreshold(Service.READY);
    out.disableAutoRequest();
    return out;
  }

  private static StreamObserver<Frame> accept(RawInbox inbox, ServerCallStreamObserver<Frame> out) {
    var link = new RawLink(inbox, () -> {});
    link.accept(out, () -> link.broke("its connection broke"));
    return link;
  }

  /** The port that was opened, even if any free one was asked for. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    server.shutdown();
    try {
      if (!server.awaitTermination(2, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
