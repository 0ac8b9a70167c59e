package io.strait.transport.wire;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A child's way to its parent. Every call dials anew. */
public final class Dialler implements AutoCloseable {
  private final InetSocketAddress parent;
  private final @Nullable SslContext tls;
  private volatile @Nullable ManagedChannel last;

  /**
   * @param identity to show and to check the parent with; null for plain text
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

  /** Begins to connect for plain bytes; the inbox hears how that went. */
  public RawLink dial(RawInbox inbox) {
    return dial(Service.RANKS, onClose -> new RawLink(inbox, onClose));
  }

  /**
   * Begins to connect.
   *
   * @param stream makes what hears of the connection, from what is to be run when that is closed
   */
  public <S extends ClientResponseObserver<Frame, Frame>> S dial(
      MethodDescriptor<Frame, Frame> method, Function<Runnable, S> stream) {
    var channel = channel();
    last = channel;
    var made = stream.apply(() -> end(channel));
    ClientCalls.asyncBidiStreamingCall(
        channel.newCall(method, CallOptions.DEFAULT.withOnReadyThreshold(Service.READY)), made);
    return made;
  }

  /** Waits until the last words have gone out, but not for long. */
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

  /** Lets what was sent go out, but not for long. */
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
