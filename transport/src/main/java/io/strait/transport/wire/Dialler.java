package io.strait.transport.wire;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connects a child to its parent. Every call dials anew. */
public final class Dialler implements AutoCloseable {
  private final InetSocketAddress parent;
  private final @Nullable SslContext tls;
  private volatile @Nullable ManagedChannel last;

  /**
   * @param identity the certificate to show, and the authority to check the parent with; null for
   *     plain text
   * @throws IOException if the identity's files cannot be used
   */
  public Dialler(InetSocketAddress parent, @Nullable Identity identity) throws IOException {
    this.parent = parent;
    this.tls = identity == null ? null : Tls.client(identity);
  }

  private ManagedChannel channel() {
    var builder =
        NettyChannelBuilder.forAddress(parent.getHostString(), parent.getPort())
            .directExecutor()
            .maxInboundMessageSize(Frame.MOST + 16)
            .flowControlWindow(Service.WINDOW)
            .keepAliveTime(30, TimeUnit.SECONDS)
            .keepAliveTimeout(20, TimeUnit.SECONDS);
    if (Epoll.isAvailable()) {
      builder.withOption(EpollChannelOption.TCP_NOTSENT_LOWAT, Service.UNSENT);
    }
    if (tls == null) {
      builder.usePlaintext();
    } else {
      builder.sslContext(tls).overrideAuthority(Authority.PARENT);
    }
    return builder.build();
  }

  /** Begins to connect for plain bytes. The inbox is told the outcome. */
  public RawLink dial(RawInbox inbox) {
    return dial(Service.RANKS, onClose -> new RawLink(inbox, onClose));
  }

  /**
   * Begins to connect.
   *
   * @param stream makes the observer of the connection; it must run the given action when it closes
   */
  public <S extends FrameStream> S dial(
      MethodDescriptor<Frame, Frame> method, Function<Runnable, S> stream) {
    var channel = channel();
    last = channel;
    var made = stream.apply(() -> end(channel));
    made.dials(HostPort.text(parent));
    ClientCalls.asyncBidiStreamingCall(
        channel.newCall(method, CallOptions.DEFAULT.withOnReadyThreshold(Service.READY)), made);
    return made;
  }

  /** Waits briefly until everything sent has gone out. */
  @Override
  public void close() {
    @Nullable ManagedChannel open = last;
    if (open != null) {
      open.shutdown();
      try {
        open.awaitTermination(2, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Closes a channel once everything sent has gone out, or after a few seconds. */
  private static void end(ManagedChannel channel) {
    channel.shutdown();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                if (!channel.awaitTermination(3, TimeUnit.SECONDS)) {
                  channel.shutdownNow();
                }
              } catch (InterruptedException e) {
                channel.shutdownNow();
              }
            });
  }
}
