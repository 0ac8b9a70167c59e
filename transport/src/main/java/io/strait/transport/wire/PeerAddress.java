package io.strait.transport.wire;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.shaded.io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.InternalProtocolNegotiator;
import io.grpc.netty.shaded.io.grpc.netty.InternalProtocolNegotiators;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address that a child connects from. A call knows it from its attributes. Of a connection that
 * fails before there is a call gRPC only logs the failure, so the thread that handles it remembers
 * the address meanwhile.
 */
final class PeerAddress {
  private static final Context.Key<String> OF_CALL = Context.key("strait-peer");
  private static final ThreadLocal<@Nullable SocketAddress> HANDLED = new ThreadLocal<>();

  private PeerAddress() {}

  /** What tells calls their address. */
  static final ServerInterceptor INTERCEPTOR =
      new ServerInterceptor() {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
          @Nullable SocketAddress from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
          var context = Context.current().withValue(OF_CALL, text(from));
          return Contexts.interceptCall(context, call, headers, next);
        }
      };

  /** Where the call that begins comes from; empty if that is not known. */
  static String ofCall() {
    @Nullable String address = OF_CALL.get();
    return address == null ? "" : address;
  }

  /** Where the connection comes from that this thread handles; empty if that is not known. */
  static String handled() {
    return text(HANDLED.get());
  }

  private static String text(@Nullable SocketAddress address) {
    return address instanceof InetSocketAddress internet
        ? HostPort.text(internet)
        : address == null ? "" : address.toString();
  }

  /**
   * How a server secures connections.
   *
   * @param tls null for plain text
   */
  static ServerCredentials credentials(@Nullable SslContext tls) {
    var negotiator =
        tls == null
            ? InternalProtocolNegotiators.serverPlaintext()
            : InternalProtocolNegotiators.serverTls(tls);
    return InternalNettyServerCredentials.create(
        new InternalProtocolNegotiator.ProtocolNegotiator() {
          @Override
          public AsciiString scheme() {
            return negotiator.scheme();
          }

          @Override
          public ChannelHandler newHandler(GrpcHttp2ConnectionHandler handler) {
            return new Remembering(negotiator.newHandler(handler));
          }

          @Override
          public void close() {
            negotiator.close();
          }
        });
  }

  /** Stands before all other handlers of a connection. */
  private static final class Remembering extends ChannelInboundHandlerAdapter {
    private final ChannelHandler next;

    Remembering(ChannelHandler next) {
      this.next = next;
    }

    private interface Step {
      void run() throws Exception;
    }

    private static void handle(ChannelHandlerContext context, Step step) throws Exception {
      @Nullable SocketAddress outer = HANDLED.get();
      HANDLED.set(context.channel().remoteAddress());
      try {
        step.run();
      } finally {
        HANDLED.set(outer);
      }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      context.pipeline().addAfter(context.name(), null, next);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      handle(context, () -> super.channelRead(context, message));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
      handle(context, () -> super.channelReadComplete(context));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
      handle(context, () -> super.channelInactive(context));
    }
  }
}
