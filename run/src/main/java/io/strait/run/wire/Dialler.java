package io.strait.run.wire;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.strait.run.farm.Link;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
            .maxInboundMessageSize(Assembler.FRAME + 16)
            .flowControlWindow(FarmService.WINDOW)
            .keepAliveTime(30, TimeUnit.SECONDS)
            .keepAliveTimeout(20, TimeUnit.SECONDS);
    if (Epoll.isAvailable()) {
      builder.withOption(EpollChannelOption.TCP_NOTSENT_LOWAT, FarmService.UNSENT);
    }
    if (tls == null) {
      builder.usePlaintext();
    } else {
      builder.sslContext(tls).overrideAuthority(Authority.PARENT);
    }
    return builder.build();
  }

  /** Begins to connect; the inbox hears how that went. */
  public Link dial(Inbox inbox) {
    var channel = channel();
    last = channel;
    var stream = new Stream(inbox, Assembler.ofChild(), () -> end(channel));
    var connected = new AtomicBoolean();
    ClientCalls.asyncBidiStreamingCall(
        channel.newCall(
            FarmService.JOIN, CallOptions.DEFAULT.withOnReadyThreshold(FarmService.READY)),
        new ClientResponseObserver<Frame, Frame>() {
          @Override
          public void beforeStart(ClientCallStreamObserver<Frame> out) {
            stream.opened(out);
            out.disableAutoRequestWithInitial(Stream.READ_AHEAD);
            out.setOnReadyHandler(
                () -> {
                  if (connected.compareAndSet(false, true)) {
                    inbox.connected(stream);
                  } else {
                    inbox.ready(stream);
                  }
                });
          }

          @Override
          public void onNext(Frame frame) {
            stream.onNext(frame);
          }

          @Override
          public void onError(Throwable failure) {
            stream.onError(failure);
          }

          @Override
          public void onCompleted() {
            stream.onCompleted();
          }
        });
    return stream;
  }

  /** Begins to connect for plain bytes; the inbox hears how that went. */
  public RawLink dial(RawInbox inbox) {
    var channel = channel();
    last = channel;
    var link = new RawLink(inbox, () -> end(channel));
    ClientCalls.asyncBidiStreamingCall(
        channel.newCall(
            FarmService.FABRIC, CallOptions.DEFAULT.withOnReadyThreshold(FarmService.READY)),
        link);
    return link;
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
