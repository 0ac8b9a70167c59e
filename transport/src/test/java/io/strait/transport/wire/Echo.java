package io.strait.transport.wire;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A server that sends back what it gets, over real TCP. */
final class Echo implements AutoCloseable {
  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static final MethodDescriptor<byte[], byte[]> ECHO =
      MethodDescriptor.newBuilder(BYTES, BYTES)
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("test/echo")
          .build();

  interface Secured<B> {
    B with(B builder) throws IOException;
  }

  private final Server server;
  private final int port;

  Echo(Secured<NettyServerBuilder> secured) throws IOException {
    var service =
        ServerServiceDefinition.builder("test")
            .addMethod(
                ECHO,
                ServerCalls.asyncUnaryCall(
                    (request, answer) -> {
                      answer.onNext(request);
                      answer.onCompleted();
                    }))
            .build();
    server = secured.with(NettyServerBuilder.forPort(0)).addService(service).build().start();
    port = server.getPort();
  }

  /** Calls the server once. */
  byte[] call(Secured<NettyChannelBuilder> secured, byte[] request) throws Exception {
    ManagedChannel channel =
        secured.with(NettyChannelBuilder.forAddress("127.0.0.1", port)).build();
    try {
      return ClientCalls.blockingUnaryCall(
          channel, ECHO, CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS), request);
    } finally {
      channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
